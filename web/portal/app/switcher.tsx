import { memberships } from '@daftar/contract/memberships';
import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconDoorExit, IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCatalogues } from '../../shared/locale.ts';
import { PopupMenu, usePopup } from '../../ui/popup.tsx';
import { ProofModal } from '../auth/index.ts';
import { dashboardPath } from '../paths/dashboard.ts';
import { clearRecent } from '../search/clear-recent.ts';
import { call } from '../shared/call.ts';
import { setNextPlace } from '../shared/next-place.ts';
import { queryOf } from '../shared/query-client.ts';
import { session } from '../shared/session.ts';
import { useAction } from '../shared/use-action.ts';
import classes from './sidebar.module.css';

/** Opens the business of a new session: nothing that was shown of the former one stays in memory. */
function enter(data: Parameters<typeof session.signIn>[0]): void {
  clearRecent();
  setNextPlace(null);
  // Tells the other tabs, which do the same.
  session.signIn(data, session.isRemembered());
  window.location.assign(dashboardPath);
}

/** Who is signed in, and a menu of their other businesses. */
export function Switcher({ business, children }: { business: string; children: ReactNode }) {
  const { t } = useTranslation('shell');
  const [leaves, setLeaves] = useState(false);
  const { popup, button } = usePopup('menu');
  const { data } = useQuery({ ...queryOf(memberships.list), enabled: popup.shouldMount });
  const { run, isPending } = useAction(memberships.switch, { quiet: true });
  const open = async (merchant_id: number) => {
    const reply = await run({ body: { merchant_id } });
    if (reply) enter(reply.data);
  };
  const leave = async (current_password: string) => {
    await call(memberships.leave, { body: { current_password } });
    session.signOut(true);
  };
  return (
    <>
      <UnstyledButton
        {...button}
        className={classes.switcher}
        aria-label={t('switcher.label', { name: business })}
      >
        {children}
        <IconSelector size={16} aria-hidden />
      </UnstyledButton>
      <PopupMenu popup={popup} position="bottom-start" width={256}>
        <Menu.Label>{t('switcher.title')}</Menu.Label>
        {data?.data.map((each) => (
          <Menu.Item
            key={each.merchant_id}
            disabled={isPending}
            onClick={() => each.is_current || void open(each.merchant_id)}
            aria-current={each.is_current ? 'true' : undefined}
            rightSection={
              each.is_current && <IconCheck size={16} role="img" aria-label={t('switcher.current')} />
            }
          >
            <span className={classes.names}>
              <bdi className={classes.name}>{each.business_name}</bdi>
              <bdi className={classes.role}>{each.role}</bdi>
            </span>
          </Menu.Item>
        ))}
        {data && (
          // Not alone in the menu, where it would have the focus.
          <>
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconDoorExit size={16} aria-hidden className="daftar-flip" />}
              onClick={() => void loadCatalogues('auth').then(() => setLeaves(true))}
            >
              {t('switcher.leave')}
            </Menu.Item>
          </>
        )}
      </PopupMenu>
      <ProofModal
        opened={leaves}
        onClose={() => setLeaves(false)}
        title={t('switcher.leaveTitle', { name: business })}
        text={t('switcher.leaveText', { name: business })}
        submit={t('switcher.leaveSubmit')}
        danger
        run={leave}
      />
    </>
  );
}
