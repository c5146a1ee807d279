import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormPart, memoPart, Optional, type PartProps } from './form-part.tsx';

interface PurposePartProps extends PartProps {
  focused?: boolean;
}

/** What is paid for. */
export const PurposePart = memoPart(
  ['invoice_name', 'description'],
  function PurposePart(props: PurposePartProps) {
    const { form, focused = true } = props;
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
  },
);
