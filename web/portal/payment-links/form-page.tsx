import { readCount } from '@daftar/contract/numbers';
import { Checkbox } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchAhead } from '../../ui/fetch-ahead.ts';
import { formatNumber } from '../../ui/format.ts';
import { laterPart } from '../../ui/later-part.ts';
import { useGoTo } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { usePart } from '../../ui/use-part.ts';
import { FormTemplates } from '../form-templates/index.ts';
import { paymentLinkPath, paymentLinksPath } from '../paths/payment-links.ts';
import { AmountFields } from '../payables/amount-fields.tsx';
import { DraftOffer } from '../payables/draft-offer.tsx';
import { DueDateField } from '../payables/due-date-field.tsx';
import { memoPart, type PartProps } from '../payables/form-part.tsx';
import { FormScreen } from '../payables/form-screen.tsx';
import { NameField } from '../payables/name-field.tsx';
import { useChoiceText } from './components/choice-text.ts';
import { useLinkForm } from './components/use-link-form.ts';
import { choiceOf, decidedOf, type LinkFormValues, MORE_LINK_FIELDS } from './form-values.ts';

const MorePart = laterPart(() => import('./components/more-part.tsx').then((part) => part.MorePart));

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
          fields: MORE_LINK_FIELDS,
          usual,
          part: MorePart,
          content: <MorePart form={form} code={code} />,
        }}
        review={{
          title: t('review.title'),
          ...(form.values.no_due_date ? { due: null } : {}),
          facts: [
            {
              label: t('field.maxPayments'),
              value: form.values.no_payment_limit
                ? t('field.noLimit')
                : formatNumber(readCount(form.values.max_payment_count) ?? 0, locale),
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
              total_amount: sums.total ?? 0,
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
  return textOf(decidedOf(values), code);
}

const EndlessField = memoPart(['no_due_date'], function EndlessField({ form }: PartProps<LinkFormValues>) {
  const { t } = useTranslation('payment-links');
  return <Checkbox {...form.field('no_due_date', 'checkbox')} label={t('field.noDueDate')} />;
});
