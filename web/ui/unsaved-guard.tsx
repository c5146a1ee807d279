import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from './confirm.tsx';

/** Asks before leaving with unsaved changes. Reads `isDirty` when leaving; calls `onLeave` if confirmed. */
export function useUnsavedGuard(isDirty: () => boolean, onLeave?: () => void): void {
  const { t } = useTranslation('common');
  // The router is told once, not with every key that is typed.
  const latest = useRef({ isDirty, onLeave });
  useLayoutEffect(() => {
    latest.current = { isDirty, onLeave };
  });
  const shouldBlockFn = useCallback<ShouldBlockFn>(
    async ({ current, next }) => {
      if (current.pathname === next.pathname || !latest.current.isDirty()) return false;
      const leave = await confirm({
        title: t('unsaved.title'),
        text: t('unsaved.text'),
        confirm: t('unsaved.leave'),
        cancel: t('unsaved.stay'),
        danger: true,
      });
      if (leave) latest.current.onLeave?.();
      return !leave;
    },
    [t],
  );
  const enableBeforeUnload = useCallback(() => latest.current.isDirty(), []);
  useBlocker({ shouldBlockFn, enableBeforeUnload });
}
