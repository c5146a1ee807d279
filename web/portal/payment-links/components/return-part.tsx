import { RETURN_URL_MAXIMUM } from '@daftar/contract/payment-links';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormPart, memoPart, type PartProps } from '../../payables/form-part.tsx';
import { type LinkFormValues, RETURN_FIELDS } from '../form-values.ts';

/** Where the payment page leads its payers. */
export const ReturnPart = memoPart(RETURN_FIELDS, function ReturnPart({ form }: PartProps<LinkFormValues>) {
  const { t } = useTranslation('payment-links');
  const input = {
    type: 'url',
    inputMode: 'url',
    dir: 'ltr',
    placeholder: 'https://',
    maxLength: RETURN_URL_MAXIMUM,
    autoComplete: 'off',
  } as const;
  return (
    <FormPart title={t('part.return')} text={t('part.returnHelp')}>
      <TextInput {...form.field('success_url')} {...input} label={t('field.successUrl')} />
      <TextInput {...form.field('cancel_url')} {...input} label={t('field.cancelUrl')} />
    </FormPart>
  );
});
