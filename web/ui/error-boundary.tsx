import { Button } from '@mantine/core';
import { Component, type ErrorInfo, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './error-boundary.module.css';
import { useOnline } from './use-online.ts';

/** Shown after an uncaught rendering error, with a link home. */
export function CrashBox() {
  const { t } = useTranslation('common');
  const [wasOffline] = useState(!navigator.onLine);
  const online = useOnline();
  // What could not be fetched without a connection is fetched with the next page.
  useEffect(() => {
    if (wasOffline && online) window.location.reload();
  }, [wasOffline, online]);
  if (wasOffline) {
    return (
      <div className={classes.crash} role="alert">
        <p className={classes.title}>{t('offline.title')}</p>
        <p>{t('offline.waiting')}</p>
      </div>
    );
  }
  return (
    <div className={classes.crash} role="alert">
      <p className={classes.title}>{t('crash.title')}</p>
      <p>{t('crash.text')}</p>
      <Button variant="default" onClick={() => window.location.reload()}>
        {t('crash.reload')}
      </Button>
    </div>
  );
}

interface BoundaryProps {
  children: ReactNode;
  /** Resets the error when it changes, on navigation. */
  resetKey: string;
}

/** Catches errors thrown while rendering a screen. */
export class ErrorBoundary extends Component<BoundaryProps, { failedAt: string | null }> {
  override state: { failedAt: string | null } = { failedAt: null };
  static getDerivedStateFromError(): { failedAt: string | null } {
    return { failedAt: '' };
  }
  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
    this.setState({ failedAt: this.props.resetKey });
  }
  override componentDidUpdate(): void {
    const { failedAt } = this.state;
    if (failedAt !== null && failedAt !== '' && failedAt !== this.props.resetKey)
      this.setState({ failedAt: null });
  }
  override render(): ReactNode {
    return this.state.failedAt === null ? this.props.children : <CrashBox />;
  }
}
