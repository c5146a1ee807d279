import { CHARGEBACK_STATUS, type ChargebackRow, chargebacks } from '@daftar/contract/chargebacks';
import type { StoredFile } from '@daftar/contract/files';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CaseHistory } from '../../../shared/case-history.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { Money } from '../../../ui/money.tsx';
import { notify } from '../../../ui/notify.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { textOf } from '../../../ui/text-key.ts';
import { ChargebackStatusChip } from '../../status/chargebacks.tsx';
import { useAnswerChargeback } from '../api.ts';
import { canAnswer } from '../due.ts';
import classes from './chargeback-drawer.module.css';
import { AnswerUntil, TransactionLink } from './columns.tsx';
import { EvidenceField, EvidenceList } from './evidence.tsx';

interface ChargebackDrawerProps {
  chargeback: ChargebackRow;
  opened: boolean;
  onClose: () => void;
}

/** The bank's reason and, before the deadline, the merchant's response. */
export function ChargebackDrawer({ chargeback, opened, onClose }: ChargebackDrawerProps) {
  const { t } = useTranslation('chargebacks');
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title={
        <>
          {t('drawer.title')} <bdi>{chargeback.reference}</bdi>
        </>
      }
      unsavedText={t('leave.text')}
    >
      <Content chargeback={chargeback} onDone={onClose} />
    </SideDrawer>
  );
}

interface ContentProps {
  chargeback: ChargebackRow;
  onDone: () => void;
}

/** Mounted each time the drawer opens, when the remaining time is checked. */
function Content({ chargeback, ...form }: ContentProps) {
  const { t } = useTranslation(['chargebacks', 'messages']);
  const [open] = useState(() => canAnswer(chargeback, Date.now()));
  const { status, answer } = chargeback;
  return (
    <div className={classes.content}>
      <Facts
        facts={[
          { label: t('column.status'), help: 'chargeback', value: <ChargebackStatusChip status={status} /> },
          { label: t('column.amount'), value: <Money amount={chargeback.amount} /> },
          { label: t('column.name'), value: chargeback.name && <bdi>{chargeback.name}</bdi> },
          { label: t('column.transaction'), value: <TransactionLink row={chargeback} /> },
          {
            label: t('drawer.refunded'),
            value: chargeback.refunded_amount > 0 && <Money amount={chargeback.refunded_amount} />,
          },
          {
            label: t('column.stage'),
            help: 'stage',
            value: t(`messages:chargebackStage.${chargeback.stage}`),
          },
          {
            label: t('column.caseId'),
            help: 'case',
            value: chargeback.case_id && <bdi>{chargeback.case_id}</bdi>,
          },
          {
            label: t('drawer.reasonCode'),
            value: chargeback.reason_code && <bdi>{chargeback.reason_code}</bdi>,
          },
          {
            label: t('column.due'),
            value: status === CHARGEBACK_STATUS.pending && <AnswerUntil row={chargeback} />,
          },
          {
            label: t('drawer.decided'),
            value: chargeback.decided_at && <DateText value={chargeback.decided_at} />,
          },
          {
            label: t('drawer.reason'),
            value: chargeback.reason && <bdi>{chargeback.reason}</bdi>,
            wide: true,
          },
          {
            label: t('drawer.answer'),
            value: !open && answer && <bdi className={classes.answer}>{answer}</bdi>,
            wide: true,
          },
          {
            label: t('evidence.label'),
            value: !open && chargeback.evidence.length > 0 && <EvidenceList files={chargeback.evidence} />,
            wide: true,
          },
        ]}
      />
      <p className={classes.outcome}>{textOf(t, 'chargebacks:outcome.', status)}</p>
      {chargeback.refunded_amount > 0 && open && (
        <p className={classes.outcome}>{t('drawer.refundedHint')}</p>
      )}
      {open && <AnswerForm chargeback={chargeback} {...form} />}
      {chargeback.history.length > 1 && (
        <section>
          <h3 className={classes.title}>{t('drawer.history')}</h3>
          <CaseHistory
            steps={chargeback.history}
            labels={{ due: t('column.due'), reasonCode: t('drawer.reasonCode') }}
          />
        </section>
      )}
    </div>
  );
}

interface AnswerValues extends Record<string, unknown> {
  answer: string;
  files: string[];
}

function AnswerForm({ chargeback, onDone }: ContentProps) {
  const { t } = useTranslation(['chargebacks', 'common']);
  const { send } = useAnswerChargeback();
  const form = useContractForm<AnswerValues>(chargebacks.answer.body, {
    initialValues: { answer: chargeback.answer, files: chargeback.evidence.map(({ path }) => path) },
    submit: async (values, { idempotencyKey }) => {
      const { message } = await send({ params: { id: chargeback.id }, body: values, idempotencyKey });
      notify.success(message);
      onDone();
    },
  });
  const [evidence, setEvidence] = useState<readonly StoredFile[]>(chargeback.evidence);
  const changeEvidence = (next: readonly StoredFile[]) => {
    setEvidence(next);
    form.set(
      'files',
      next.map(({ path }) => path),
    );
  };
  return (
    <Form form={form} className={classes.form}>
      <Textarea
        {...form.field('answer')}
        label={t('drawer.answer')}
        description={t('answer.help')}
        rows={7}
        maxLength={4000}
        classNames={{ input: classes.plain ?? '' }}
        data-autofocus
      />
      <EvidenceField
        chargebackId={chargeback.id}
        files={evidence}
        onChange={changeEvidence}
        error={form.errors.files}
      />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{chargeback.answer ? t('answer.replace') : t('answer.send')}</SubmitButton>
        <LeaveButton />
      </div>
    </Form>
  );
}
