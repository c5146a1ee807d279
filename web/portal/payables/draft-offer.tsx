import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Elapsed } from '../../ui/date.tsx';
import { isRecognised } from './draft.ts';
import classes from './draft-offer.module.css';
import type { DraftState } from './use-draft.ts';
import type { PayableValues } from './values.ts';

interface DraftOfferProps<V extends PayableValues> {
  state: DraftState<V>;
  /** The name of a draft without one. */
  nameless: string;
}

/** Offers an unfinished draft: resume or discard it. Hidden when there is none. */
export function DraftOffer<V extends PayableValues>({ state, nameless }: DraftOfferProps<V>) {
  const { t } = useTranslation('payables');
  const [now] = useState(() => Date.now());
  const { offered: draft, resume, discard } = state;
  if (!draft) return null;
  const { unanswered } = draft;
  const name = draft.values.invoice_name.trim();
  return (
    <section className={classes.offer} aria-label={t('draft.title')}>
      <div>
        <p className={classes.title}>{t('draft.title')}</p>
        <p className={classes.text}>
          {name ? <bdi>{name}</bdi> : nameless} · <Elapsed value={draft.at} />
        </p>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={discard}>
          {t('draft.discard')}
        </Button>
        <Button variant="light" onClick={resume}>
          {t('draft.resume')}
        </Button>
      </div>
      {unanswered && (
        <p className={classes.warning}>
          {t(isRecognised(unanswered, now) ? 'draft.unanswered' : 'draft.unansweredLong')}
        </p>
      )}
    </section>
  );
}
