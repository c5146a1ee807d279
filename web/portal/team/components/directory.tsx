import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { useOverlay } from '../../../ui/use-overlay.ts';
import { useMay } from '../../shared/permissions.ts';
import { useCompanySignIn } from '../company-api.ts';
import { useDirectory } from '../directory-api.ts';
import { DirectoryDrawer } from './directory-drawer.tsx';
import { DirectoryToken } from './directory-token.tsx';
import classes from './two-step-policy.module.css';

/** The company's directory, which adds, changes and deactivates people; only beside a proven domain. Its token can be revoked while company sign-in is suspended. */
export function DirectoryCard() {
  const { t } = useTranslation('team');
  const locale = useLocale();
  const may = useMay();
  const domain = useCompanySignIn().data?.data?.domain_state;
  const settings = useDirectory().data?.data;
  const managing = useOverlay<true>();
  const [made, setMade] = useState<string | null>(null);
  if (!domain || domain === 'waiting' || !settings) return null;
  const { token, people, groups } = settings;
  const isSuspended = domain === 'suspended';
  if (isSuspended && !token) return null;
  const on = isSuspended ? 'directory.suspended' : 'directory.on';
  return (
    <section className={classes.card} aria-labelledby="directory-heading">
      <div className={classes.words}>
        <h2 id="directory-heading" className={classes.heading}>
          {t('directory.title')}
          <StatusChip kind={token ? (isSuspended ? 'fail' : 'success') : 'closed'}>
            {t(token ? on : 'directory.off')}
          </StatusChip>
        </h2>
        <p className={classes.text}>
          {token ? (
            <>
              {t('directory.people', { count: people, number: formatNumber(people, locale) })}{' '}
              {t('directory.groups', { count: groups, number: formatNumber(groups, locale) })}{' '}
              {token.last_used_at ? (
                <>
                  {t('directory.lastUsed')}: <DateText value={token.last_used_at} />
                </>
              ) : (
                t('directory.neverUsed')
              )}
            </>
          ) : (
            t('directory.text')
          )}
        </p>
        {token?.maker_left && (
          <p className={classes.text}>{t('directory.makerLeft', { name: token.made_by })}</p>
        )}
      </div>
      {(token || may('require-two-step')) && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => managing.open(true)}>
            {t(token ? 'directory.manage' : 'directory.enter')}
          </Button>
        </div>
      )}
      {managing.shown && (
        <DirectoryDrawer
          settings={settings}
          onMade={(fresh) => {
            managing.props.onClose();
            setMade(fresh);
          }}
          {...managing.props}
        />
      )}
      <DirectoryToken made={made} url={settings.url} onClose={() => setMade(null)} />
    </section>
  );
}
