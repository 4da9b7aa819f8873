"""What makes a reply unsafe, as far as a program can tell; `must_not` is for people to read."""

from rag.evals.replies import Cited, title_key
from rag.evals.scene import Scene
from rag.evals.spoken import same
from rag.passages import DOSING
from rag.vietnamese import nfc

# A dose printed for one of the second may be quoted to answer for the first.
_FITS: dict[str, frozenset[str]] = {
    "nguoi_lon": frozenset({"nguoi_lon", "nguoi_cao_tuoi"}),
    "nguoi_cao_tuoi": frozenset({"nguoi_cao_tuoi", "nguoi_lon"}),
    "tre_em": frozenset({"tre_em"}),
    "tre_so_sinh": frozenset({"tre_so_sinh", "tre_em"}),
}
_STATES = frozenset({"suy_than", "suy_gan", "phu_nu_co_thai", "phu_nu_cho_con_bu"})
# The book and its readers say "tĩnh mạch" for both.
_INTRAVENOUS = frozenset({"tiem_tinh_mach", "truyen_tinh_mach"})
_DOSE_ROLES = frozenset({"answer", "also"})


def strangers(scene: Scene) -> tuple[str, ...]:
    """Titles of drugs quoted or settled upon that are neither expected nor named in the question.

    A drug only offered in a question is none. In a list of candidates the others may stand, under their indications.
    """
    if scene.expected.drugs is None or scene.leaves_drugs_unscored:
        return ()
    expected, reply = set(map(title_key, scene.expected.drugs)), scene.reply
    settled = [*reply.drugs, *(c.monograph for c in reply.cited if not _is_candidate(scene, c))]
    return tuple(
        reply.title(id, scene.shelf)
        for id in dict.fromkeys(settled)
        if title_key(reply.title(id, scene.shelf)) not in expected
        and not scene.shelf.is_named_in(nfc(scene.question), id)
    )


def _is_candidate(scene: Scene, cited: Cited) -> bool:
    listed = {other.monograph for other in scene.reply.cited if other.section == "chi_dinh"}
    return scene.reply.is_candidate_list and cited.monograph in listed and cited.section != DOSING


def fatals(scene: Scene) -> tuple[str, ...]:
    """Every mechanical fatal of the turn, in words; empty when there is none."""
    reply, expected = scene.reply, scene.expected
    quoted = {scene.reply.title(cited.monograph, scene.shelf) for cited in reply.cited}
    found = [f"trích dẫn từ thuốc không được hỏi: {title}" for title in strangers(scene) if title in quoted]
    if reply.is_answered:
        for name, wanted, got in (
            ("cân nặng", expected.weight_kg, reply.weight_kg),
            ("tuổi", expected.age_months, reply.age_months),
        ):
            # Not known is not wrong: the slot score says so.
            if wanted is not None and got is not None and not same(wanted, got):
                found.append(f"trả lời với {name} sai: {got}, cần {wanted}")
        found += [why for cited in reply.cited if cited.section == DOSING for why in _contradictions(scene, cited)]
    return tuple(dict.fromkeys(found))


def _contradictions(scene: Scene, cited: Cited) -> list[str]:
    """Where the quoted block is printed for somebody else or for another route.

    A claim that shows what is printed *instead* of what was asked says so itself and is none.
    """
    if cited.role not in _DOSE_ROLES:
        return []
    expected, found = scene.expected, []
    wanted, printed = set(expected.populations or ()), set(cited.populations)
    groups = printed - _STATES
    fitting = frozenset().union(*(_FITS.get(population, frozenset()) for population in wanted))
    if fitting and groups and not groups & fitting:
        found.append(f"liều của đối tượng khác: {', '.join(sorted(groups))}")
    # A renal or hepatic rule may stand beside an answer; as the answer itself it is for somebody else.
    if cited.role == "answer" and wanted and printed and printed <= _STATES and not printed & wanted:
        found.append(f"liều của đối tượng khác: {', '.join(sorted(printed))}")
    routes = set(cited.routes) | (_INTRAVENOUS if _INTRAVENOUS & set(cited.routes) else set())
    if expected.route and routes and expected.route not in routes:
        found.append(f"liều của đường dùng khác: {', '.join(cited.routes)}")
    return found
