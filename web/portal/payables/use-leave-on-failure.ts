import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '../../ui/errors.ts';
import { useGoTo } from '../../ui/link.tsx';
import { notify } from '../../ui/notify.tsx';
import type { Path } from '../../ui/path.ts';

/** Returns to the list with the reason if the record did not load. */
export function useLeaveOnFailure(error: unknown, list: Path): void {
  const { t } = useTranslation('common');
  const goTo = useGoTo();
  useEffect(() => {
    if (!error) return;
    notify.error(sentenceOf(error, t));
    void goTo(list, { replace: true });
  }, [error, list, goTo, t]);
}

/** Says why something that a form would have begun with did not load. */
export function useTellFailure(error: unknown): void {
  const { t } = useTranslation('common');
  useEffect(() => {
    if (error) notify.error(sentenceOf(error, t));
  }, [error, t]);
}
