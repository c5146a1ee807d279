import { Button } from '@mantine/core';
import { Component, type ErrorInfo, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './error-boundary.module.css';
import { useOnline } from './use-online.ts';

/** What an uncaught rendering error leaves: a box that says so, and a way out. */
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
  /** Changes when another screen is shown: the box goes away. */
  resetKey: string;
}

/** Catches what a screen throws while it draws. */
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
