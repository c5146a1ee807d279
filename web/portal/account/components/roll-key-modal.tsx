import { GRACE_HOURS, type NewKey } from '@daftar/contract/api-keys';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { useKept } from '../../../ui/use-kept.ts';
import { stepUp } from '../../auth/index.ts';
import { useAction } from '../../shared/use-action.ts';
import { useRollKey } from '../api.ts';
import classes from './parts.module.css';

const DEFAULT_GRACE_HOURS = 24;

interface RollKeyModalProps {
  /** The key, and whether its secret is shown for the first time. */
  rolling: { key: 'secret' | 'public'; isFirst: boolean } | null;
  onClose: () => void;
  onMade: (made: NewKey) => void;
}

/** Asks how long the former key stays active, and rolls it. */
export function RollKeyModal({ rolling, onClose, onMade }: RollKeyModalProps) {
  const { t } = useTranslation(['account', 'common']);
  const locale = useLocale();
  const [hours, setHours] = useState<number>(DEFAULT_GRACE_HOURS);
  const { send } = useRollKey();
  const shown = useKept(rolling);
  const isFirst = shown?.isFirst ?? false;
  const question = {
    title: t('keys.proveTitle'),
    text: t('keys.proveText'),
    submit: t(isFirst ? 'keys.reveal' : 'keys.rollNow'),
  };
  const { run, isPending } = useAction(
    (key: 'secret' | 'public') =>
      stepUp(question, (proof) => send({ body: { key, grace_hours: isFirst ? 0 : hours, ...proof } })),
    { quiet: true },
  );
  const roll = async () => {
    if (!rolling) return;
    onClose();
    const made = await run(rolling.key);
    if (made) onMade(made.data);
  };
  const wordsOf = (each: number) =>
    each === 0
      ? t('keys.grace.none')
      : each < 48
        ? t('keys.grace.hours', { count: each, number: formatNumber(each, locale) })
        : t('keys.grace.days', { count: each / 24, number: formatNumber(each / 24, locale) });
  return (
    <Dialog
      opened={rolling !== null}
      onClose={onClose}
      title={t(isFirst ? 'keys.revealTitle' : `keys.rollTitle.${shown?.key ?? 'secret'}`)}
    >
      <div className={classes.dialog}>
        <p>{t(isFirst ? 'keys.revealText' : 'keys.rollText')}</p>
        {!isFirst && (
          <NativeSelect
            label={t('keys.grace')}
            value={String(hours)}
            onChange={(event) => setHours(Number(event.currentTarget.value))}
            data={GRACE_HOURS.map((each) => ({ value: String(each), label: wordsOf(each) }))}
          />
        )}
        <div className={classes.buttons}>
          <Button loading={isPending} onClick={() => void roll()}>
            {t(isFirst ? 'keys.reveal' : 'keys.rollNow')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
