import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
from django.db import migrations, models

from formulary.folding import context_of

AT_ONCE = 1_000


def fold_what_stands_above(apps, schema_editor):
    Chunk = apps.get_model('formulary', 'Chunk')
    last = 0
    while rows := list(
        Chunk.objects.filter(pk__gt=last)
        .order_by('pk')
        .values_list('pk', 'section__monograph__title', 'section__monograph__bracket', 'section_key', 'headings')[:AT_ONCE]
    ):
        last = rows[-1][0]
        Chunk.objects.bulk_update(
            [
                Chunk(pk=pk, folded_context=context_of(f'{title} ({bracket})' if bracket else title, key, headings))
                for pk, title, bracket, key, headings in rows
            ],
            ['folded_context'],
        )


class Migration(migrations.Migration):

    dependencies = [
        ('formulary', '0005_releases'),
    ]

    operations = [
        migrations.CreateModel(
            name='SearchIndex',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('model', models.CharField(blank=True, max_length=120, verbose_name='mô hình')),
                ('content', models.CharField(max_length=64, verbose_name='mã nội dung')),
                ('blocks', models.PositiveIntegerField(verbose_name='số khối')),
                ('built_at', models.DateTimeField(auto_now=True, verbose_name='lập lúc')),
                ('edition', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='search_indexes', to='formulary.edition', verbose_name='ấn bản')),
            ],
            options={
                'verbose_name': 'chỉ mục tìm kiếm',
                'verbose_name_plural': 'chỉ mục tìm kiếm',
                'default_permissions': (),
            },
        ),
        migrations.AddConstraint(
            model_name='searchindex',
            constraint=models.UniqueConstraint(fields=('edition', 'model'), name='one_search_index_per_model'),
        ),
        migrations.AddField(
            model_name='chunk',
            name='folded_context',
            field=models.TextField(blank=True, default='', verbose_name='âm tiết của tên thuốc và tiêu đề, để tìm'),
        ),
        migrations.RunPython(fold_what_stands_above, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name='chunk',
            index=django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector('folded_context', 'folded', config='simple'), name='words_of_blocks'),
        ),
    ]
