import { INCIDENT_TEXT_MAXIMUM } from '@daftar/contract/ops-status';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../../ui/form.tsx';

/** What the page says, in each language. */
export function BothTexts<V extends { text_en: string; text_ar: string } & Record<string, unknown>>({
  form,
}: {
  form: ContractForm<V>;
}) {
  const { t } = useTranslation('ops-incidents');
  const shared = {
    withAsterisk: true,
    autosize: true,
    minRows: 3,
    maxRows: 12,
    maxLength: INCIDENT_TEXT_MAXIMUM,
  };
  return (
    <>
      <Textarea
        {...form.field('text_en' as Extract<keyof V, string>)}
        {...shared}
        label={t('textEn')}
        dir="ltr"
        lang="en"
      />
      <Textarea
        {...form.field('text_ar' as Extract<keyof V, string>)}
        {...shared}
        label={t('textAr')}
        dir="rtl"
        lang="ar"
      />
    </>
  );
}
