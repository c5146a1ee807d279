import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fact } from '../../ui/detail-page.tsx';
import { Form } from '../../ui/form.tsx';
import type { LaterPart } from '../../ui/later-part.ts';
import { prepareMomentInput } from '../../ui/moment-input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import classes from './form.module.css';
import { useFormLookups } from './lookups.ts';
import { MoreOptions } from './more-options.tsx';
import { PayerPreview } from './payer-preview.tsx';
import type { PreviewedAs } from './payer-view.ts';
import { Sums } from './sums.tsx';
import { type PayableEntry, prepareReview } from './use-payable-form.ts';
import { differs, type PayableValues } from './values.ts';

interface FormScreenProps<V extends PayableValues> {
  entry: PayableEntry<V>;
  title: string;
  text?: string;
  /** Beside the title. */
  actions?: ReactNode;
  /** `sends`: the review can also send it. */
  review: { title: string; facts: readonly Fact[]; sends?: boolean; due?: null };
  /** A note under the totals, on the screen and in the review. */
  note?: ReactNode;
  /** What the payer's page shows besides. */
  preview: PreviewedAs;
  /** Above the form. */
  banner?: ReactNode;
  /** The fields that most entries do without, their component, names and usual values, and what they are about. */
  more: {
    content: ReactNode;
    part: Pick<LaterPart<never>, 'fetch' | 'isThere'>;
    fields: readonly (keyof V & string)[];
    usual: V;
    text: string;
  };
  children: ReactNode;
}

/** The screen of a form: its parts, the totals beside them, and the review before saving. */
export function FormScreen<V extends PayableValues>(props: FormScreenProps<V>) {
  const { entry, title, text, actions, review, note, banner, more, preview, children } = props;
  const { t } = useTranslation('payables');
  const submit = useRef<HTMLButtonElement>(null);
  const { form, code, rate, sums } = entry;
  const prepared = useRef(false);
  const prepare = () => {
    if (prepared.current) return;
    prepared.current = true;
    prepareMomentInput();
    prepareReview();
  };
  const { Modal: Review, ...asked } = entry.review;
  const { methods } = useFormLookups();
  const chosen = form.values.payment_methods;
  // A saved one names every method where none was chosen.
  const isAll = methods.data?.data.every(({ id }) => chosen.includes(id)) ?? true;
  const usual = isAll ? { ...more.usual, payment_methods: chosen } : more.usual;
  const sumsProps = { sums, code, rate };
  // Back from the review, the button has the focus again, unless a field needs it more.
  const backFromReview = () => {
    if (!form.ref.current?.contains(document.activeElement)) submit.current?.focus();
  };
  return (
    <>
      <PageHeader title={title} text={text} actions={actions} />
      {banner}
      <Form form={form} label={title} onInput={prepare}>
        <div className={classes.layout}>
          <div className={classes.parts}>
            <div className={classes.lead}>{children}</div>
            <MoreOptions
              text={more.text}
              part={more.part}
              used={differs(form.values, usual, more.fields)}
              failed={more.fields.some((name) => form.errors[name]) ? String(form.attempt) : ''}
            >
              {more.content}
            </MoreOptions>
          </div>
          <section className={classes.aside} aria-label={t('sum.title')}>
            <h2 className={classes.asideTitle}>{t('sum.title')}</h2>
            <Sums {...sumsProps} />
            {note}
            <Button ref={submit} type="submit" disabled={entry.review.saving} fullWidth>
              {t('form.submit')}
            </Button>
            <PayerPreview {...sumsProps} values={form.values} as={preview} />
          </section>
        </div>
      </Form>
      {Review && (
        <Review
          {...asked}
          {...sumsProps}
          {...review}
          note={note}
          values={form.values}
          onClosed={backFromReview}
        />
      )}
    </>
  );
}
