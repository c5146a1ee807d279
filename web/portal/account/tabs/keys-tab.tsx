import type { KeysInfo, NewKey } from '@daftar/contract/api-keys';
import { Button } from '@mantine/core';
import { IconKey, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { type Mode, useMode } from '../../shared/mode.ts';
import { useMay } from '../../shared/permissions.ts';
import { useKeys, useKeysInfo } from '../api.ts';
import { Embedders } from '../components/embedders.tsx';
import { FurtherKeys } from '../components/further-keys.tsx';
import { KeyVersion } from '../components/key-version.tsx';
import { Loaded } from '../components/loaded.tsx';
import classes from '../components/parts.module.css';
import { RollKeyModal } from '../components/roll-key-modal.tsx';
import { SecretModal } from '../components/secret-modal.tsx';

const SHOWN_CHARACTERS = 10;
const masked = (key: string) => `${key.slice(0, SHOWN_CHARACTERS)}****`;

type Rolling = { key: 'secret' | 'public'; isFirst: boolean };

/** API keys: a pair in each mode, and restricted ones. */
export function KeysTab() {
  const { t } = useTranslation('account');
  const mode = useMode();
  const query = useKeysInfo();
  const [rolling, setRolling] = useState<Rolling | null>(null);
  const [made, setMade] = useState<NewKey | null>(null);
  return (
    <div className={classes.stack}>
      <p className={classes.help}>{t('keys.help')}</p>
      <Loaded query={query}>
        {(info) => (
          <div className={classes.cards}>
            {(mode === 'live' ? (['live', 'test'] as const) : (['test', 'live'] as const)).map((each) => (
              <Pair key={each} info={info} of={each} onRoll={setRolling} />
            ))}
          </div>
        )}
      </Loaded>
      <FurtherKeys onMade={setMade} />
      <Embedders />
      <RollKeyModal rolling={rolling} onClose={() => setRolling(null)} onMade={setMade} />
      <SecretModal made={made} onClose={() => setMade(null)} />
    </div>
  );
}

function Pair({ info, of, onRoll }: { info: KeysInfo; of: Mode; onRoll: (rolling: Rolling) => void }) {
  const { t } = useTranslation('account');
  const isCurrent = useMode() === of;
  // Lists the keys of the current mode only.
  const listed = useKeys().data?.data;
  const current = (kind: string) =>
    isCurrent && listed?.find((row) => row.kind === kind && row.name === '' && row.expires_at === null);
  const [publicRow, secretRow] = [current('public'), current('secret')];
  const secret = of === 'live' ? info.liveSecretKey : info.secretKey;
  const open = of === 'live' ? info.livePublicKey : info.publicKey;
  const isShown = of === 'live' ? info.liveSecretShown : info.secretShown;
  const title = t(`keys.${of}`);
  const mayChange = useMay()('api-keys-settings') && isCurrent;
  if (secret === '') {
    return (
      <section className={classes.card} aria-label={title}>
        <h2 className={classes.cardTitle}>{title}</h2>
        <p className={classes.help}>{t('keys.notYet')}</p>
      </section>
    );
  }
  return (
    <section className={classes.card} aria-label={title}>
      <h2 className={classes.cardTitle}>{title}</h2>
      <div>
        <div className={classes.row}>
          <div>
            <p className={classes.help}>{t('keys.public')}</p>
            <span className={classes.key}>
              <bdi dir="ltr">{masked(open)}</bdi>
              <CopyButton value={open} label={t('keys.copyPublic')} />
            </span>
            {publicRow && <KeyVersion row={publicRow} name={t('keys.public')} />}
          </div>
          {mayChange && (
            <RollButton
              label={t('keys.rollPublic')}
              onClick={() => onRoll({ key: 'public', isFirst: false })}
            />
          )}
        </div>
        <div className={classes.row}>
          <div>
            <p className={classes.help}>{t('keys.secret')}</p>
            <span className={classes.key}>
              <bdi dir="ltr">{secret}</bdi>
            </span>
            {secretRow && <KeyVersion row={secretRow} name={t('keys.secret')} />}
          </div>
          {mayChange &&
            (isShown ? (
              <RollButton
                label={t('keys.rollSecret')}
                onClick={() => onRoll({ key: 'secret', isFirst: false })}
              />
            ) : (
              <Button
                size="xs"
                leftSection={<IconKey size={14} aria-hidden />}
                onClick={() => onRoll({ key: 'secret', isFirst: true })}
              >
                {t('keys.reveal')}
              </Button>
            ))}
        </div>
      </div>
      <p className={classes.help}>{t(isCurrent ? 'keys.secretOnce' : `keys.switchTo.${of}`)}</p>
    </section>
  );
}

function RollButton({ label, onClick }: { label: string; onClick: () => void }) {
  const { t } = useTranslation('account');
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={14} aria-hidden />}
      aria-label={label}
      onClick={onClick}
    >
      {t('keys.roll')}
    </Button>
  );
}
