import { UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyboardOpen } from '../../ui/keyboard-open.ts';
import { Link } from '../../ui/link.tsx';
import { dashboardPath } from '../paths/dashboard.ts';
import { tillPath } from '../paths/till.ts';
import { transactionsPath } from '../paths/transactions.ts';
import classes from './bottom-bar.module.css';
import { isCurrent, useNav } from './nav.ts';

/** What a thumb reaches, in this order: whoever may not see a screen has fewer. */
const PLACES = [
  { path: dashboardPath, label: 'quick.home' },
  { path: transactionsPath, label: 'nav.transactions' },
  { path: tillPath, label: 'nav.till' },
] as const;

interface BottomBarProps {
  menuIsOpen: boolean;
  onMenu: () => void;
}

/** On a phone, the screens of every day and the menu, at the lower edge. Makes room for the on-screen keyboard. */
export const BottomBar = memo(function BottomBar({ menuIsOpen, onMenu }: BottomBarProps) {
  const { t } = useTranslation('shell');
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const nav = useNav();
  const places = PLACES.flatMap(({ path, label }) => {
    const link = nav.find((each) => each.path === path);
    return link ? [{ link, label }] : [];
  });
  const isElsewhere = !places.some(({ link }) => isCurrent(link, pathname));
  if (useKeyboardOpen()) return null;
  return (
    <nav className={classes.bar} aria-label={t('quick.label')}>
      {places.map(({ link, label }) => (
        <Link
          key={link.path}
          to={link.path}
          className={classes.place}
          aria-current={isCurrent(link, pathname) ? 'page' : undefined}
        >
          <link.icon size={22} stroke={1.7} />
          <span className={classes.name}>{t(label)}</span>
        </Link>
      ))}
      <UnstyledButton
        className={classes.place}
        aria-haspopup="dialog"
        aria-expanded={menuIsOpen}
        data-current={isElsewhere || undefined}
        onClick={onMenu}
      >
        <IconDots size={22} stroke={1.7} aria-hidden />
        <span className={classes.name}>{t('quick.more')}</span>
      </UnstyledButton>
    </nav>
  );
});
