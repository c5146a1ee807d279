import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from './confirm.tsx';

export interface LeaveControls {
  /** Asks first, where something was typed. */
  leave: () => void;
  /** Told by the form that is shown; read when the person leaves. */
  isDirty: RefObject<() => boolean>;
}

const clean = () => false;

/** Closes a panel or dialog; what was typed in it is not lost unasked. `text` says what would be lost. */
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
