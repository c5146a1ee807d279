import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormPart, Optional, type PartProps } from './form-part.tsx';

/** What is paid for. */
export function PurposePart({ form, focused = true }: PartProps & { focused?: boolean }) {
  const { t } = useTranslation('payables');
  return (
    <FormPart title={t('part.purpose')}>
      <TextInput
        {...form.field('invoice_name')}
        label={t('column.name')}
        description={t('field.nameHelp')}
        withAsterisk
        maxLength={150}
        autoFocus={focused}
      />
      <Textarea
        {...form.field('description')}
        label={<Optional label={t('field.description')} />}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
      />
    </FormPart>
  );
}
