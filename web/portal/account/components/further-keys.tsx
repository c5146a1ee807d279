import type { KeyRow, NewKey } from '@daftar/contract/api-keys';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { openedLater } from '../../../ui/opened-later.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { useOverlay } from '../../../ui/use-overlay.ts';
import { useMay } from '../../shared/permissions.ts';
import { useKeys, useRevokeKey } from '../api.ts';
import { KeyVersion } from './key-version.tsx';
import { Loaded } from './loaded.tsx';
import classes from './parts.module.css';

const KeyDrawer = openedLater(() => import('./key-drawer.tsx').then((part) => part.KeyDrawer));

/** Restricted keys of this mode, and rolled ones that are still active. */
export function FurtherKeys({ onMade }: { onMade: (made: NewKey) => void }) {
  const { t } = useTranslation('account');
  const query = useKeys();
  const { open, props, serial } = useOverlay<null>();
  const may = useMay();
  const add = may('api-keys-settings') && (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(null)}>
      {t('keys.add')}
    </Button>
  );
  return (
    <Section title={t('keys.further')} help="restricted-key" actions={add}>
      <p className={classes.help}>{t('keys.furtherHelp')}</p>
      <Loaded query={query}>
        {(keys) => {
          const shown = keys.filter(({ name, expires_at }) => name !== '' || expires_at !== null);
          if (shown.length === 0) return <p className={classes.help}>{t('keys.none')}</p>;
          return (
            <div>
              {shown.map((key) => (
                <FurtherKey key={key.id} row={key} />
              ))}
            </div>
          );
        }}
      </Loaded>
      <KeyDrawer key={serial} {...props} onMade={onMade} />
    </Section>
  );
}

function FurtherKey({ row }: { row: KeyRow }) {
  const { t } = useTranslation(['account', 'common']);
  const locale = useLocale();
  const name = row.name || t(row.kind === 'secret' ? 'keys.secret' : 'keys.public');
  const revoking = useRevokeKey();
  const revoke = async () => {
    const agreed = await confirm({
      title: t('keys.revokeTitle', { name }),
      text: t('keys.revokeText'),
      confirm: t('keys.revoke'),
      cancel: t('common:back'),
      danger: true,
    });
    if (agreed) await revoking.run({ query: { id: row.id } });
  };
  const count = row.permissions?.length;
  return (
    <div className={classes.row}>
      <div>
        <p className={classes.cardTitle}>
          <bdi>{name}</bdi>
        </p>
        <span className={classes.key}>
          <bdi dir="ltr">{row.kind === 'secret' ? row.shown : `${row.shown.slice(0, 10)}****`}</bdi>
        </span>
        <p className={classes.help}>
          {count === undefined
            ? t('keys.allPermissions')
            : t('keys.permissions', { count, number: formatNumber(count, locale) })}
          {' · '}
          {row.expires_at ? (
            <>
              {t(row.is_requested ? 'keys.endsAt' : 'keys.worksUntil')} <DateText value={row.expires_at} />
            </>
          ) : row.last_used_at ? (
            <>
              {t('keys.lastUsed')} <DateText value={row.last_used_at} />
            </>
          ) : (
            t('keys.neverUsed')
          )}
        </p>
        <KeyVersion row={row} name={name} />
        {row.maker_left && (
          <p className={classes.help}>
            <StatusChip kind="pending">{t('keys.makerLeft', { name: row.made_by ?? '' })}</StatusChip>
          </p>
        )}
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={t('keys.revokeNamed', { name })}
        onClick={() => void revoke()}
      >
        {t('keys.revoke')}
      </Button>
    </div>
  );
}
