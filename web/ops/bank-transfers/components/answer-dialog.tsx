import { FILE_MAXIMUM_BYTES } from '@daftar/contract/files';
import type { Answer } from '@daftar/contract/ops-bank-transfer-answers';
import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { ApiError, sentenceOf } from '../../../ui/errors.ts';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { UploadField } from '../../../ui/upload-field.tsx';
import { BankFileNotes } from '../../shared/bank-file-notes.tsx';
import { takeAnswer } from '../api.ts';
import classes from '../bank-transfers.module.css';

const KINDS: Readonly<Record<Answer['rows'][number]['outcome'], StatusKind>> = {
  paid: 'success',
  rejected: 'fail',
  returned: 'fail',
  same: 'closed',
  waiting: 'closed',
  unknown: 'pending',
  amount: 'pending',
  state: 'pending',
};

/** The server judges by content, whatever the name. */
const ANSWER_FILES = { kinds: ['xml', 'csv', 'txt', 'sta', '940', 'xlsx'], refusal: null } as const;

/** Reads a bank's answer, shows what would become of each transfer, and applies it. */
export function AnswerDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('ops-bank-transfers');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('answer')} size="min(44rem, 100vw)">
      {opened && <Steps onDone={onClose} />}
    </Dialog>
  );
}

function Steps({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['ops-bank-transfers', 'common']);
  const { t: common } = useTranslation('common');
  const [file, setFile] = useState<File | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [refusal, setRefusal] = useState('');
  const [reason, setReason] = useState('');
  const [noReason, setNoReason] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (of: File, apply: boolean) => {
    setBusy(true);
    setRefusal('');
    setNoReason('');
    try {
      const { data, message } = await takeAnswer(of, apply, reason);
      if (apply) {
        notify.success(message);
        onDone();
      } else setAnswer(data);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fieldErrors : {};
      if (fields.reason) setNoReason(fields.reason[0] ?? '');
      else setRefusal(fields.file?.[0] ?? sentenceOf(error, common));
    } finally {
      setBusy(false);
    }
  };
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setAnswer(null);
    setRefusal('');
    if (chosen) void send(chosen, false);
  };
  const asks = answer !== null && answer.rejected + answer.returned > 0;
  const canApply = asks || (answer !== null && answer.paid > 0);
  return (
    <Stack gap="md">
      <p>{t('answerText')}</p>
      <UploadField
        label={t('answerFile')}
        rule={ANSWER_FILES}
        maximumBytes={FILE_MAXIMUM_BYTES}
        error={refusal}
        busy={busy}
        action={t(file ? 'answerOther' : 'answerChoose')}
        onFiles={([chosen]) => choose(chosen ?? null)}
      >
        {file && <bdi>{file.name}</bdi>}
      </UploadField>
      {answer && <Preview answer={answer} />}
      {asks && (
        <>
          <Alert>{t('giveBack')}</Alert>
          <Textarea
            name="reason"
            label={t('giveBackReason')}
            required
            rows={2}
            maxLength={500}
            value={reason}
            error={noReason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <Button
          disabled={!canApply}
          loading={busy && answer !== null}
          onClick={() => file && void send(file, true)}
        >
          {t('apply')}
        </Button>
      </Group>
    </Stack>
  );
}

function Preview({ answer }: { answer: Answer }) {
  const { t } = useTranslation('ops-bank-transfers');
  const locale = useLocale();
  const said = (key: 'paid' | 'rejected' | 'returned', count: number) =>
    t(`count.${key}`, { count, number: formatNumber(count, locale) });
  const { paid, rejected, returned, problems, rows } = answer;
  return (
    <>
      <p>
        {[said('paid', paid), said('rejected', rejected), said('returned', returned)].join(
          locale === 'ar' ? '، ' : ', ',
        )}
      </p>
      {problems > 0 && (
        <Alert color="yellow">
          {t('count.problems', { count: problems, number: formatNumber(problems, locale) })}
        </Alert>
      )}
      <BankFileNotes notes={answer.notes} />
      <ul className={classes.answer} aria-label={t('answer')}>
        {rows.map((row) => (
          <li key={`${row.line}:${row.end_to_end_id}:${row.outcome}`} className={classes.answerRow}>
            <span className={classes.lines}>
              <bdi>{row.merchant ?? row.end_to_end_id}</bdi>
              {row.merchant !== null && (
                <bdi dir="ltr" className={classes.quiet}>
                  {row.end_to_end_id}
                </bdi>
              )}
              {row.reason !== '' && <bdi className={classes.quiet}>{row.reason}</bdi>}
            </span>
            <span className={classes.outcome}>
              <StatusChip kind={KINDS[row.outcome]}>{t(`outcome.${row.outcome}`)}</StatusChip>
              {row.amount !== null && formatMoney(row.amount, 'EGP', locale)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
