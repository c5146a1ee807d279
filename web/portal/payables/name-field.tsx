import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { memoPart, type PartProps } from './form-part.tsx';

interface NameFieldProps extends PartProps {
  focused?: boolean;
}

/** What is paid for. */
export const NameField = memoPart(['invoice_name'], function NameField(props: NameFieldProps) {
  const { form, focused = true } = props;
  const { t } = useTranslation('payables');
  return (
    <TextInput
      {...form.field('invoice_name')}
      label={t('column.name')}
      description={t('field.nameHelp')}
      withAsterisk
      maxLength={150}
      autoFocus={focused}
    />
  );
});
