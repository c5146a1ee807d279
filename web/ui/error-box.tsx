import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './error-box.module.css';
import { ApiError, sentenceOf } from './errors.ts';

interface ErrorBoxProps {
  error: unknown;
  onRetry?: () => void;
  /** Names what failed to load; a general sentence by default. */
  title?: string | undefined;
}

/** Shows a loading error with Retry, which what does not exist is not helped by. */
export function ErrorBox({ error, onRetry, title }: ErrorBoxProps) {
  const { t } = useTranslation('common');
  const isMissing = error instanceof ApiError && error.status === 404;
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined;
  return (
    <div className={classes.box} role="alert">
      <p className={classes.title}>{title ?? t(isMissing ? 'error.notFoundTitle' : 'error.loadTitle')}</p>
      <p className={classes.text}>{sentenceOf(error, t)}</p>
      {requestId && (
        <p className={classes.text}>
          {t('error.reference')} <bdi>{requestId}</bdi>
        </p>
      )}
      {onRetry && !isMissing && (
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
