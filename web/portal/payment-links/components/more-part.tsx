import { toLatinDigits } from '@daftar/contract/text';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChargesPart } from '../../payables/charges-part.tsx';
import { DescriptionField } from '../../payables/description-field.tsx';
import { memoPart, type PartProps } from '../../payables/form-part.tsx';
import { OwnPart } from '../../payables/own-part.tsx';
import { PayerPart } from '../../payables/payer-part.tsx';
import { TermsPart } from '../../payables/terms-part.tsx';
import type { LinkFormValues } from '../form-values.ts';
import { ChoicePart } from './choice-part.tsx';
import classes from './more-part.module.css';
import { ReturnPart } from './return-part.tsx';

/** The fields that most links do without. */
export function MorePart({ form, code }: PartProps<LinkFormValues> & { code: string }) {
  const { t } = useTranslation('payment-links');
  return (
    <>
      <DescriptionField form={form} />
      <ChoicePart form={form} code={code} />
      <ChargesPart form={form} code={code} />
      <TermsPart form={form} beside={<MaxPayments form={form} />} />
      <PayerPart form={form} notifyHelp={t('part.notifyHelp')} />
      <ReturnPart form={form} />
      <OwnPart form={form} />
    </>
  );
}

/** How many times the link can be paid. */
const MaxPayments = memoPart(
  ['max_payment_count', 'no_payment_limit'],
  function MaxPayments({ form }: PartProps<LinkFormValues>) {
    const { t } = useTranslation('payment-links');
    const { no_payment_limit: isEndless } = form.values;
    return (
      <div className={classes.count}>
        <TextInput
          {...form.field('max_payment_count')}
          disabled={isEndless}
          label={t('field.maxPayments')}
          description={t('field.maxPaymentsHelp')}
          withAsterisk
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) =>
            form.set('max_payment_count', toLatinDigits(event.currentTarget.value).replace(/[^\d]/g, ''))
          }
        />
        <Checkbox {...form.field('no_payment_limit', 'checkbox')} label={t('field.noLimit')} />
      </div>
    );
  },
);
