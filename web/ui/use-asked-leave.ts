import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from './confirm.tsx';

export interface LeaveControls {
  /** Closes; asks first if there is unsaved input. */
  leave: () => void;
  /** Set by the form shown (`useReportDirty`), read when leaving. */
  isDirty: RefObject<() => boolean>;
}

const clean = () => false;

/** Closes a panel or dialog, asking first if it has unsaved input. `text` says what would be lost. */
export function useAskedLeave(onClose: () => void, text?: string): LeaveControls {
  const { t } = useTranslation('common');
  const isDirty = useRef(clean);
  const leave = async () => {
    const mayLeave =
      !isDirty.current() ||
      (await confirm({
        title: t('unsaved.title'),
        text: text ?? t('unsaved.text'),
        confirm: t('unsaved.leave'),
        cancel: t('unsaved.stay'),
        danger: true,
      }));
    if (!mayLeave) return;
    isDirty.current = clean;
    onClose();
  };
  return { leave: () => void leave(), isDirty };
}
