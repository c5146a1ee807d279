import { GRACE_HOURS, type NewKey } from '@daftar/contract/api-keys';
import { Button, Modal, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAbort, sentenceOf } from '../../../ui/errors.ts';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { useKept } from '../../../ui/use-kept.ts';
import { stepUp } from '../../auth/index.ts';
import { notify } from '../../shared/notify.ts';
import { rollKey } from '../api.ts';
import classes from './parts.module.css';

const DEFAULT_GRACE_HOURS = 24;

interface RollKeyModalProps {
  /** Which key; nobody has seen the secret that is to be shown first. */
  rolling: { key: 'secret' | 'public'; isFirst: boolean } | null;
  onClose: () => void;
  onMade: (made: NewKey) => void;
}

/** Asks how long the key that is replaced goes on working, and replaces it. */
export function RollKeyModal({ rolling, onClose, onMade }: RollKeyModalProps) {
  const { t } = useTranslation(['account', 'common']);
  const locale = useLocale();
  const [hours, setHours] = useState<number>(DEFAULT_GRACE_HOURS);
  const [busy, setBusy] = useState(false);
  const shown = useKept(rolling);
  const isFirst = shown?.isFirst ?? false;
  const roll = async () => {
    if (!rolling) return;
    setBusy(true);
    try {
      const question = {
        title: t('keys.proveTitle'),
        text: t('keys.proveText'),
        submit: t(isFirst ? 'keys.reveal' : 'keys.rollNow'),
      };
      const body = { key: rolling.key, grace_hours: isFirst ? 0 : hours };
      onClose();
      onMade(await stepUp(question, (proof) => rollKey({ ...body, ...proof })));
    } catch (error) {
      if (!isAbort(error)) notify.error(sentenceOf(error, t));
    } finally {
      setBusy(false);
    }
  };
  const wordsOf = (each: number) =>
    each === 0
      ? t('keys.grace.none')
      : each < 48
        ? t('keys.grace.hours', { count: each, number: formatNumber(each, locale) })
        : t('keys.grace.days', { count: each / 24, number: formatNumber(each / 24, locale) });
  return (
    <Modal
      opened={rolling !== null}
      onClose={onClose}
      title={t(isFirst ? 'keys.revealTitle' : `keys.rollTitle.${shown?.key ?? 'secret'}`)}
      closeButtonProps={{ 'aria-label': t('common:close') }}
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
          <Button loading={busy} onClick={() => void roll()}>
            {t(isFirst ? 'keys.reveal' : 'keys.rollNow')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
