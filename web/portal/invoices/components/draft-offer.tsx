import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Elapsed } from '../../../ui/date.tsx';
import type { Draft } from '../draft.ts';
import classes from './invoice-form.module.css';

interface DraftOfferProps {
  draft: Draft;
  onResume: () => void;
  onDiscard: () => void;
}

/** An invoice that was not finished: go on with it, or forget it. */
export function DraftOffer({ draft, onResume, onDiscard }: DraftOfferProps) {
  const { t } = useTranslation('invoices');
  const name = draft.values.invoice_name.trim();
  return (
    <section className={classes.draft} aria-label={t('draft.title')}>
      <div>
        <p className={classes.draftTitle}>{t('draft.title')}</p>
        <p className={classes.draftText}>
          {name ? <bdi>{name}</bdi> : t('draft.nameless')} · <Elapsed value={draft.at} />
        </p>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDiscard}>
          {t('draft.discard')}
        </Button>
        <Button variant="light" onClick={onResume}>
          {t('draft.resume')}
        </Button>
      </div>
    </section>
  );
}
