from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("formulary", "0008_dose_rules")]

    operations = [
        migrations.AddField(
            model_name="editionchoice",
            name="reason",
            field=models.TextField(
                blank=True,
                default="",
                help_text="Vì sao công bố dù tệp còn phát hiện nặng; trống: không có phát hiện nào như vậy.",
                verbose_name="lý do",
            ),
            preserve_default=False,
        ),
    ]
