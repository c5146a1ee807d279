import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '../../ui/errors.ts';
import { notify } from '../../ui/notify.tsx';

/** Returns to the list with the reason if the record did not load. */
export function useLeaveOnFailure(error: unknown, list: string): void {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  useEffect(() => {
    if (!error) return;
    notify.error(sentenceOf(error, t));
    void navigate({ to: list, replace: true });
  }, [error, list, navigate, t]);
}
