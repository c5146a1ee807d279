import { Drawer } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { useOpenedAfterDraw } from '../../../ui/opened-after-draw.ts';
import classes from './panel.module.css';

export interface PanelControls {
  /** Asks first, where something was typed. */
  leave: () => void;
  /** Told by the form that is shown; read when the person leaves. */
  isDirty: RefObject<() => boolean>;
}

interface PanelProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: (controls: PanelControls) => ReactNode;
}

const clean = () => false;

/** A side panel, the whole screen of a phone. What is in it starts anew each time it opens. */
export function Panel({ opened, onClose, title, children }: PanelProps) {
  const { t } = useTranslation('common');
  const isDirty = useRef(clean);
  const shown = useOpenedAfterDraw(opened);
  const leave = async () => {
    const mayLeave =
      !isDirty.current() ||
      (await confirm({
        title: t('unsaved.title'),
        text: t('unsaved.text'),
        confirm: t('unsaved.leave'),
        cancel: t('unsaved.stay'),
        danger: true,
      }));
    if (!mayLeave) return;
    isDirty.current = clean;
    onClose();
  };
  return (
    <Drawer
      opened={shown}
      onClose={() => void leave()}
      position="right"
      size="min(30rem, 100vw)"
      title={title}
      closeButtonProps={{ 'aria-label': t('close'), size: 40 }}
      classNames={{ title: classes.title ?? '' }}
    >
      <div className={classes.panel}>{children({ leave: () => void leave(), isDirty })}</div>
    </Drawer>
  );
}

/** Tells the panel whether a form has something to lose, for as long as the form is shown. */
export function useTold(told: RefObject<() => boolean>, isDirty: () => boolean): void {
  told.current = isDirty;
  useEffect(
    () => () => {
      told.current = clean;
    },
    [told],
  );
}

/** A step that has just come into sight takes the focus into its first field. */
export function useFirstField(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input')?.focus();
  }, [form]);
}
