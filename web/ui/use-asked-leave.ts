import { createContext, useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from './confirm.tsx';

type IsDirty = () => boolean;

interface AskedLeave {
  /** Closes the panel or dialog; asks first if a form within it has unsaved input. */
  leave: () => void;
  /** Adds a form within. @returns what takes it away again */
  report: (isDirty: IsDirty) => () => void;
}

/** The panel or dialog around, if there is one. */
export const LeaveContext = createContext<AskedLeave | null>(null);

/**
 * Closes a panel or dialog, asking first if it has unsaved input; `text` says what would be lost. Every `Form` within
 * the `LeaveContext` reports itself.
 */
export function useAskedLeave(onClose: () => void, text?: string): AskedLeave {
  const { t } = useTranslation('common');
  const forms = useRef(new Set<IsDirty>());
  const report = useRef((isDirty: IsDirty) => {
    forms.current.add(isDirty);
    return () => void forms.current.delete(isDirty);
  });
  const leave = async () => {
    const mayLeave =
      ![...forms.current].some((isDirty) => isDirty()) ||
      (await confirm({
        title: t('unsaved.title'),
        text: text ?? t('unsaved.text'),
        confirm: t('unsaved.leave'),
        cancel: t('unsaved.stay'),
        danger: true,
      }));
    if (mayLeave) onClose();
  };
  return { leave: () => void leave(), report: report.current };
}

/** Tells the panel or dialog around, if there is one, whether there is unsaved input. `Form` does it by itself. */
export function useReportDirty(isDirty: IsDirty): void {
  const report = useContext(LeaveContext)?.report;
  const latest = useRef(isDirty);
  latest.current = isDirty;
  useEffect(() => report?.(() => latest.current()), [report]);
}
