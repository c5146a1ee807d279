import { Button } from '@mantine/core';
import { IconLock, IconMapOff } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from './link.tsx';
import classes from './page-states.module.css';
import type { Path } from './path.ts';

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

/** Where a page without content leads to. */
interface Home {
  path: Path;
  label: 'goToDashboard' | 'goToStart';
}

function HomeButton({ path, label }: Home) {
  const { t } = useTranslation('common');
  return (
    <Button component={Link} to={path}>
      {t(label)}
    </Button>
  );
}

/** /403: the permission is missing. */
export function ForbiddenPage({ home }: { home: Home }) {
  const { t } = useTranslation('common');
  return (
    <PageState
      icon={IconLock}
      title={t('forbidden.title')}
      text={t('forbidden.text')}
      action={<HomeButton {...home} />}
    />
  );
}

/** /404 */
export function NotFoundPage({ home }: { home: Home }) {
  const { t } = useTranslation('common');
  return (
    <PageState
      icon={IconMapOff}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={<HomeButton {...home} />}
    />
  );
}
