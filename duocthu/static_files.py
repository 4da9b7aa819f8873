"""Static files under names that hold their content's hash, module imports included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    # Without it a module would import its siblings by their plain names, and old and new could mix after a deploy.
    support_js_module_import_aggregation = True
