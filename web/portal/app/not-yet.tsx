import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotYetPage } from '../../ui/page-states.tsx';

/** The page of a screen that a later release brings. */
export function NotYetScreen() {
  const { t } = useTranslation('shell');
  const title = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title });
  return <NotYetPage screen={title ? t(title) : ''} />;
}
