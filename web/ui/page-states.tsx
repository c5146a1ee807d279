import { Button } from '@mantine/core';
import { IconLock, IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './page-states.module.css';

interface PageStateProps {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  text: ReactNode;
  action?: ReactNode;
}

/** A full-screen message. */
export function PageState({ icon: Icon, title, text, action }: PageStateProps) {
  return (
    <div className={classes.state}>
      <span className={classes.icon} aria-hidden>
        <Icon size={32} stroke={1.5} />
      </span>
      <h1 className={classes.title} tabIndex={-1}>
        {title}
      </h1>
      <p className={classes.text}>{text}</p>
      {action}
    </div>
  );
}

/** Link to the portal's dashboard, or to another application's home. */
function HomeButton({ to = '/dashboard' }: { to?: string | undefined }) {
  const { t } = useTranslation('common');
  return (
    <Button component={Link} to={to}>
      {t(to === '/dashboard' ? 'goToDashboard' : 'goToStart')}
    </Button>
  );
}

/** /403: the permission is missing. */
export function ForbiddenPage({ home }: { home?: string }) {
  const { t } = useTranslation('common');
  return (
    <PageState
      icon={IconLock}
      title={t('forbidden.title')}
      text={t('forbidden.text')}
      action={<HomeButton to={home} />}
    />
  );
}

/** /404 */
export function NotFoundPage({ home }: { home?: string }) {
  const { t } = useTranslation('common');
  return (
    <PageState
      icon={IconMapOff}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={<HomeButton to={home} />}
    />
  );
}
