import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { confirm } from './confirm.tsx';

/** Leaving with unsaved changes asks. `isDirty` is read at the moment of leaving; `onLeave` is told of a yes. */
export function useUnsavedGuard(isDirty: () => boolean, onLeave?: () => void): void {
  const { t } = useTranslation('common');
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !isDirty()) return false;
      const leave = await confirm({
        title: t('unsaved.title'),
        text: t('unsaved.text'),
        confirm: t('unsaved.leave'),
        cancel: t('unsaved.stay'),
        danger: true,
      });
      if (leave) onLeave?.();
      return !leave;
    },
    enableBeforeUnload: isDirty,
  });
}
