import { parsePounds, toPounds } from '@daftar/contract/money';
import { toLatinDigits } from '@daftar/contract/text';
import { Checkbox, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchAhead } from '../../ui/fetch-ahead.ts';
import { formatNumber } from '../../ui/format.ts';
import { useGoTo } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { usePart } from '../../ui/use-part.ts';
import { FormTemplates } from '../form-templates/index.ts';
import { paymentLinkPath, paymentLinksPath } from '../paths/payment-links.ts';
import { AmountFields, ChargesPart } from '../payables/amount-part.tsx';
import { DraftOffer } from '../payables/draft-offer.tsx';
import { memoPart, type PartProps } from '../payables/form-part.tsx';
import { FormScreen } from '../payables/form-screen.tsx';
import { OwnPart } from '../payables/own-part.tsx';
import { PayerPart } from '../payables/payer-part.tsx';
import { DescriptionField, NameField } from '../payables/purpose-part.tsx';
import { DueDateField, TermsPart } from '../payables/terms-part.tsx';
import { MORE_FIELDS } from '../payables/values.ts';
import { CHOICE_FIELDS, ChoicePart } from './components/choice-part.tsx';
import { useChoiceText } from './components/choice-text.ts';
import { RETURN_FIELDS, ReturnPart } from './components/return-part.tsx';
import { useLinkForm } from './components/use-link-form.ts';
import classes from './form-page.module.css';
import { choiceOf, type LinkFormValues, payloadOf } from './form-values.ts';

const MORE = [
  ...MORE_FIELDS,
  'max_payment_count',
  'no_payment_limit',
  ...CHOICE_FIELDS,
  ...RETURN_FIELDS,
] as const;

const fetchCreated = () => import('./components/created-modal.tsx').then((part) => part.CreatedModal);

/** `/payment-link/create-share-link`: fill in, review, save, share. */
export default function CreatePaymentLinkPage() {
  const { t } = useTranslation('payment-links');
  const locale = useLocale();
  const goTo = useGoTo();
  const { entry, created, draft, usual } = useLinkForm();
  const { form, code, rate, sums } = entry;
  const decides = useDecided(form.values, code);
  useUnsavedGuard(() => created === null && form.isDirty(), draft.end);
  const leave = () => goTo(created ? paymentLinkPath(created.id) : paymentLinksPath);
  // The link's own screen has the same ways of sharing it.
  const Created = usePart(fetchCreated, created !== null, () => void leave());
  const isReviewed = entry.review.opened;
  useEffect(() => {
    if (isReviewed) fetchAhead(fetchCreated);
  }, [isReviewed]);

  return (
    <>
      <FormScreen
        entry={entry}
        title={t('form.title')}
        text={t('form.text')}
        actions={<FormTemplates noun="payment-links" form={form} empty={usual} />}
        banner={<DraftOffer state={draft} nameless={t('draft.nameless')} />}
        preview={{
          kind: 'payment-link',
          reference: 'LNK-…',
          choice: choiceOf(form.values),
          endless: form.values.no_due_date,
        }}
        more={{
          text: t('form.more'),
          fields: MORE,
          usual,
          content: (
            <>
              <DescriptionField form={form} />
              <ChoicePart form={form} code={code} />
              <ChargesPart form={form} code={code} />
              <TermsPart form={form} beside={<MaxPayments form={form} />} />
              <PayerPart form={form} notifyHelp={t('part.notifyHelp')} />
              <ReturnPart form={form} />
              <OwnPart form={form} />
            </>
          ),
        }}
        review={{
          title: t('review.title'),
          ...(form.values.no_due_date ? { due: null } : {}),
          facts: [
            {
              label: t('field.maxPayments'),
              value: form.values.no_payment_limit
                ? t('field.noLimit')
                : formatNumber(Number(form.values.max_payment_count), locale),
            },
            ...(decides ? [{ label: t('part.choice'), value: decides }] : []),
          ],
        }}
      >
        <NameField form={form} />
        <AmountFields form={form} sums={sums} code={code} rate={rate} />
        <DueDateField form={form} help={t('field.dueHelp')} off={form.values.no_due_date}>
          <EndlessField form={form} />
        </DueDateField>
      </FormScreen>
      {Created && (
        <Created
          link={
            created && {
              link: created.link,
              invoice_name: form.values.invoice_name.trim(),
              total_amount: sums.total,
              currency: { code },
              language: form.values.language,
              decided: decides !== null,
            }
          }
          onClose={() => void leave()}
        />
      )}
    </>
  );
}

/** What the payer would decide, as it is typed; null where the price is fixed. */
function useDecided(values: LinkFormValues, code: string): string | null {
  const textOf = useChoiceText();
  const { min_amount, max_amount, suggested_amounts = [], min_quantity, max_quantity } = payloadOf(values);
  const amount = (typed: unknown) => (typed == null ? null : toPounds(parsePounds(typed) ?? 0));
  return textOf(
    {
      min_amount: amount(min_amount),
      max_amount: amount(max_amount),
      suggested_amounts: suggested_amounts.map((each) => amount(each) ?? 0),
      min_quantity: Number(min_quantity ?? 1),
      max_quantity: Number(max_quantity ?? 1),
    },
    code,
  );
}

const EndlessField = memoPart(['no_due_date'], function EndlessField({ form }: PartProps<LinkFormValues>) {
  const { t } = useTranslation('payment-links');
  return <Checkbox {...form.field('no_due_date', 'checkbox')} label={t('field.noDueDate')} />;
});

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
