import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { confirm } from './confirm.tsx';

/** Leaving with unsaved changes asks. `isDirty` is read at the moment of leaving. */
export function useUnsavedGuard(isDirty: () => boolean): void {
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
      return !leave;
    },
    enableBeforeUnload: isDirty,
  });
}
