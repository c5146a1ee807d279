import { useTranslation } from 'react-i18next';
import { ChargesPart } from '../../payables/charges-part.tsx';
import { DescriptionField } from '../../payables/description-field.tsx';
import type { PartProps } from '../../payables/form-part.tsx';
import { OwnPart } from '../../payables/own-part.tsx';
import { PayerPart } from '../../payables/payer-part.tsx';
import { TermsPart } from '../../payables/terms-part.tsx';
import type { InvoiceValues } from '../form-values.ts';

interface MorePartProps extends PartProps<InvoiceValues> {
  code: string;
  purpose: 'create' | 'edit';
}

/** The fields that most invoices do without. */
export function MorePart({ form, code, purpose }: MorePartProps) {
  const { t } = useTranslation('invoices');
  return (
    <>
      <DescriptionField form={form} />
      <ChargesPart form={form} code={code} />
      <TermsPart form={form} />
      <PayerPart form={form} notifyHelp={t(`notify.${purpose}`)} />
      <OwnPart form={form} />
    </>
  );
}
