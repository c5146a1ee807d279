import { CATEGORY_IMPORT_FIELDS } from '@daftar/contract/categories';
import { IMPORT_MAXIMUM_ROWS, UPLOAD_MAXIMUM_BYTES } from '@daftar/contract/customers';
import { PRODUCT_IMPORT_FIELDS } from '@daftar/contract/product-forms';
import { Button } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../ui/locale.ts';
import { openedLater } from '../../../ui/opened-later.tsx';
import { importCategories, importProducts, previewCategories, previewProducts } from '../api.ts';
import { exampleSheets } from '../examples.ts';

const ImportDialog = openedLater(() =>
  import('../../../ui/import-dialog.tsx').then((part) => part.ImportDialog),
);

const KINDS = {
  products: { fields: PRODUCT_IMPORT_FIELDS, preview: previewProducts, run: importProducts },
  categories: { fields: CATEGORY_IMPORT_FIELDS, preview: previewCategories, run: importCategories },
} as const;
const LONG: readonly string[] = ['description', 'sub_category'];

/** Opens the import of products or categories, for people who may. */
export function ImportButton({ kind }: { kind: keyof typeof KINDS }) {
  const { t } = useTranslation('store');
  const locale = useLocale();
  const [opened, setOpened] = useState(false);
  const { fields, preview, run } = KINDS[kind];
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTableImport size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('import.open')}
      </Button>
      <ImportDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(`import.${kind}.title`)}
        text={t(`import.${kind}.text`)}
        examples={exampleSheets(kind, locale)}
        columns={fields.map((field) => ({
          field,
          label: t(`import.field.${field}`),
          ...(LONG.includes(field) ? { long: true } : {}),
        }))}
        maximumRows={IMPORT_MAXIMUM_ROWS}
        maximumBytes={UPLOAD_MAXIMUM_BYTES}
        preview={preview}
        run={run}
      />
    </>
  );
}
