import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '../../ui/form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { AmountPart, PurposePart } from './components/amount-part.tsx';
import { CreatedModal } from './components/created-modal.tsx';
import classes from './components/form.module.css';
import { PayerPart } from './components/payer-part.tsx';
import { ReviewModal } from './components/review-modal.tsx';
import { Sums } from './components/sums.tsx';
import { TermsPart } from './components/terms-part.tsx';
import { useLinkForm } from './components/use-link-form.ts';
import { paymentLinkPath, paymentLinksPath } from './paths.ts';

/** `/payment-link/create-share-link`: fill in, review, save, share. */
export default function CreatePaymentLinkPage() {
  const { t } = useTranslation('payment-links');
  const navigate = useNavigate();
  const submit = useRef<HTMLButtonElement>(null);
  const { form, code, rate, sums, created, review } = useLinkForm();
  useUnsavedGuard(() => created === null && form.isDirty());

  const sumsProps = { sums, code, rate };
  const leave = () => navigate({ to: created ? paymentLinkPath(created.id) : paymentLinksPath });
  // Back from the review the button has the focus again, unless a field needs it more.
  const backFromReview = () => {
    if (!form.ref.current?.contains(document.activeElement)) submit.current?.focus();
  };

  return (
    <>
      <PageHeader title={t('form.title')} text={t('form.text')} />
      <Form form={form} label={t('form.title')}>
        <div className={classes.layout}>
          <div className={classes.parts}>
            <PurposePart form={form} />
            <AmountPart form={form} {...sumsProps} />
            <TermsPart form={form} />
            <PayerPart form={form} />
          </div>
          <section className={classes.aside} aria-label={t('sum.title')}>
            <h2 className={classes.asideTitle}>{t('sum.title')}</h2>
            <Sums {...sumsProps} />
            <Button ref={submit} type="submit" disabled={review.saving} fullWidth>
              {t('form.submit')}
            </Button>
          </section>
        </div>
      </Form>
      <ReviewModal {...review} {...sumsProps} values={form.values} onClosed={backFromReview} />
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
