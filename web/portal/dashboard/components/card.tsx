import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './card.module.css';

interface CardProps {
  title: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** One part of the dashboard. */
export function Card({ title, actions, children }: CardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** Says that something did not load, without a toast. */
export function NotLoaded({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation('common');
  return (
    <div className={classes.failed}>
      <p>{t('error.loadTitle')}</p>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={14} aria-hidden />}
        onClick={() => void onRetry()}
      >
        {t('retry')}
      </Button>
    </div>
  );
}
