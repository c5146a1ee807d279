import { readWhole } from '@daftar/contract/numbers';
import { ActionIcon } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useGoTo, useSearchOf } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { withSearch } from '../../ui/path.ts';
import { useRemembered } from '../../ui/remembered.ts';
import { tillPath } from '../paths/till.ts';
import type { PageModule } from '../shared/screen.ts';
import { prefetchToday } from './api.ts';
import { Keypad } from './components/keypad.tsx';
import { SalePanel } from './components/sale-panel.tsx';
import { Today } from './components/today.tsx';
import { allowSound, playPaid } from './sound.ts';
import classes from './till-page.module.css';

export const prefetch: PageModule['prefetch'] = () => prefetchToday();

/** A press of anything here allows the sound that comes later. */
function useSoundOnPress(): void {
  useEffect(() => {
    const presses = ['pointerdown', 'keydown'] as const;
    for (const press of presses) document.addEventListener(press, allowSound);
    return () => {
      for (const press of presses) document.removeEventListener(press, allowSound);
    };
  }, []);
}

/** `/till`: type an amount, show its code, and wait until it is paid. */
export default function TillPage() {
  const { t } = useTranslation('till');
  const goTo = useGoTo();
  const { amount = '', sale } = useSearchOf(tillPath);
  const id = readWhole(sale ?? '');
  const [muted, setMuted] = useRemembered('daftar.till-muted');
  const hasSound = muted === null;
  useSoundOnPress();
  const Icon = hasSound ? IconVolume : IconVolumeOff;
  const switchSound = () => {
    setMuted(hasSound ? 'true' : null);
    allowSound();
    if (!hasSound) playPaid();
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <ActionIcon
            variant="default"
            size={40}
            aria-label={t('sound')}
            aria-pressed={hasSound}
            title={t(hasSound ? 'soundOn' : 'soundOff')}
            onClick={switchSound}
          >
            <Icon size={20} aria-hidden />
          </ActionIcon>
        }
      />
      {id === null ? (
        <div className={classes.till}>
          <Keypad
            amount={amount}
            onMade={(made) => void goTo(withSearch(tillPath, { sale: made }), { ignoreBlocker: true })}
          />
          <Today />
        </div>
      ) : (
        <SalePanel key={id} id={id} hasSound={hasSound} onNext={() => void goTo(tillPath)} />
      )}
    </>
  );
}
