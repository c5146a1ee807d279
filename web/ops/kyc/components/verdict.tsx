import { Checkbox, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../kyc.module.css';

interface VerdictProps {
  label: string;
  /** Whether there is a decision to make. */
  waits: boolean;
  /** Why the field is rejected; undefined while it is not. */
  reason: string | undefined;
  onMark: (on: boolean) => void;
  onReason: (reason: string) => void;
}

/** Marks a field as rejected, with the reason. */
export function Verdict({ label, waits, reason, onMark, onReason }: VerdictProps) {
  const { t } = useTranslation('ops-kyc');
  if (!waits) return reason ? <bdi className={classes.reason}>{reason}</bdi> : null;
  return (
    <>
      <Checkbox
        className={classes.mark}
        aria-label={t('wrong', { field: label })}
        checked={reason !== undefined}
        onChange={(event) => onMark(event.currentTarget.checked)}
        color="red"
        size="md"
      />
      {reason !== undefined && (
        <Textarea
          className={classes.why}
          aria-label={t('reasonOf', { field: label })}
          placeholder={t('reasonHint')}
          maxLength={500}
          autosize
          autoFocus
          dir="auto"
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      )}
    </>
  );
}
