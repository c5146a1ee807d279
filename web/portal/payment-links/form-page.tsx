import { toLatinDigits } from '@daftar/contract/text';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../ui/form.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useGoTo } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { paymentLinkPath, paymentLinksPath } from '../paths/payment-links.ts';
import { AmountFields, ChargesPart } from '../payables/amount-part.tsx';
import { DraftOffer } from '../payables/draft-offer.tsx';
import { FormScreen } from '../payables/form-screen.tsx';
import { PayerPart } from '../payables/payer-part.tsx';
import { DescriptionField, NameField } from '../payables/purpose-part.tsx';
import { DueDateField, TermsPart } from '../payables/terms-part.tsx';
import { MORE_FIELDS } from '../payables/values.ts';
import { CreatedModal } from './components/created-modal.tsx';
import { useLinkForm } from './components/use-link-form.ts';
import type { LinkFormValues } from './form-values.ts';

const MORE = [...MORE_FIELDS, 'max_payment_count'] as const;

/** `/payment-link/create-share-link`: fill in, review, save, share. */
export default function CreatePaymentLinkPage() {
  const { t } = useTranslation('payment-links');
  const locale = useLocale();
  const goTo = useGoTo();
  const { entry, created, draft, usual } = useLinkForm();
  const { form, code, rate, sums } = entry;
  useUnsavedGuard(() => created === null && form.isDirty(), draft.end);
  const leave = () => goTo(created ? paymentLinkPath(created.id) : paymentLinksPath);

  return (
    <>
      <FormScreen
        entry={entry}
        title={t('form.title')}
        text={t('form.text')}
        banner={<DraftOffer state={draft} nameless={t('draft.nameless')} />}
        more={{
          text: t('form.more'),
          fields: MORE,
          usual,
          content: (
            <>
              <DescriptionField form={form} />
              <ChargesPart form={form} code={code} />
              <TermsPart form={form} beside={<MaxPayments form={form} />} />
              <PayerPart form={form} notifyHelp={t('part.notifyHelp')} />
            </>
          ),
        }}
        review={{
          title: t('review.title'),
          facts: [
            {
              label: t('field.maxPayments'),
              value: formatNumber(Number(form.values.max_payment_count), locale),
            },
          ],
        }}
      >
        <NameField form={form} />
        <AmountFields form={form} sums={sums} code={code} rate={rate} />
        <DueDateField form={form} help={t('field.dueHelp')} />
      </FormScreen>
      <CreatedModal
        link={
          created && {
            link: created.link,
            invoice_name: form.values.invoice_name.trim(),
            total_amount: sums.total,
            currency: { code },
            language: form.values.language,
          }
        }
        onClose={() => void leave()}
      />
    </>
  );
}

/** How many times the link can be paid. */
function MaxPayments({ form }: { form: ContractForm<LinkFormValues> }) {
  const { t } = useTranslation('payment-links');
  return (
    <TextInput
      {...form.field('max_payment_count')}
      label={t('field.maxPayments')}
      description={t('field.maxPaymentsHelp')}
      withAsterisk
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) =>
        form.set('max_payment_count', toLatinDigits(event.currentTarget.value).replace(/[^\d]/g, ''))
      }
    />
  );
}
