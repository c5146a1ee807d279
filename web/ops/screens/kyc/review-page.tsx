import { KYC_FIELDS, type OpsSubmission, opsKyc } from '@daftar/contract/ops-kyc';
import { Button, Checkbox, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../../../portal/shared/wire.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { DateText } from '../../../ui/date.tsx';
import { DetailPage, Section } from '../../../ui/detail-page.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { call } from '../../shared/call.ts';
import { act, queryOf } from '../../shared/query.ts';
import classes from './kyc.module.css';

const KINDS = { submitted: 'pending', approved: 'success', rejected: 'fail' } as const;

/** `/ops/kyc/:id`: what was typed beside the papers that prove it. */
export default function ReviewPage() {
  const { t } = useTranslation('ops');
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery(queryOf(opsKyc.submission, { params: { id } }));
  return (
    <DetailPage<OpsSubmission>
      title={t('kyc.one')}
      query={query}
      summary={(sent) => ({
        headline: <bdi>{sent.name}</bdi>,
        status: <StatusChip kind={KINDS[sent.state]}>{t(`kyc.state.${sent.state}`)}</StatusChip>,
        note: (
          <>
            {t(`kyc.type.${sent.business_type}`)} · <DateText value={sent.submitted_at} />
          </>
        ),
      })}
    >
      {(sent) => <Review key={sent.id} sent={sent} />}
    </DetailPage>
  );
}

const documentAddress = (id: number, filePath: string) =>
  addressOf(opsKyc.document, { params: { id, filePath } }, true);

function Review({ sent }: { sent: OpsSubmission }) {
  const { t } = useTranslation('ops');
  const navigate = useNavigate();
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const waits = sent.state === 'submitted';
  const fields = KYC_FIELDS.filter((field) => sent.fields[field]);
  const texts = fields.filter((field) => !sent.files[sent.fields[field] ?? '']);
  const papers = fields.filter((field) => sent.files[sent.fields[field] ?? '']);
  const params = { id: sent.id };
  const marked = Object.keys(wrong);
  const isComplete = marked.length > 0 && marked.every((field) => wrong[field]?.trim());

  const mark = (field: string, on: boolean) =>
    setWrong(({ [field]: _, ...rest }) => (on ? { ...rest, [field]: '' } : rest));
  const back = () => navigate({ to: '/kyc' });
  const approve = async () => {
    const agreed = await confirm({
      title: t('kyc.approveTitle', { name: sent.name }),
      text: t('kyc.approveText'),
      confirm: t('kyc.approve'),
    });
    if (agreed && (await act(() => call(opsKyc.approve, { params })))) await back();
  };
  const reject = async () => {
    if (await act(() => call(opsKyc.reject, { params, body: { reasons: wrong } }))) await back();
  };
  const verdict = (field: string) => (
    <Verdict
      label={t(`kyc.field.${field}`)}
      waits={waits}
      reason={waits ? wrong[field] : sent.reasons[field]}
      onMark={(on) => mark(field, on)}
      onReason={(reason) => setWrong((now) => ({ ...now, [field]: reason }))}
    />
  );
  return (
    <>
      <div className={classes.sides}>
        <Section title={t('kyc.values')}>
          <ul className={classes.fields}>
            {texts.map((field) => (
              <li key={field}>
                <span className={classes.quiet}>{t(`kyc.field.${field}`)}</span>
                <bdi className={classes.value}>{sent.names[field] || sent.fields[field]}</bdi>
                {verdict(field)}
              </li>
            ))}
          </ul>
        </Section>
        <Section title={t('kyc.documents')}>
          <ul className={classes.papers}>
            {papers.map((field) => (
              <li key={field}>
                <h3 className={classes.paperName}>{t(`kyc.field.${field}`)}</h3>
                <Paper sent={sent} field={field} />
                {verdict(field)}
              </li>
            ))}
          </ul>
        </Section>
      </div>
      {waits && (
        <div className={classes.decision}>
          <p className={classes.quiet}>{t('kyc.rejectHint')}</p>
          <Button color="red" variant="light" disabled={!isComplete} onClick={() => void reject()}>
            {t('kyc.reject')}
          </Button>
          <Button disabled={marked.length > 0} onClick={() => void approve()}>
            {t('kyc.approve')}
          </Button>
        </div>
      )}
    </>
  );
}

/** A paper: a picture where it is one, else the file to be opened. */
function Paper({ sent, field }: { sent: OpsSubmission; field: string }) {
  const { t } = useTranslation('ops');
  const file = sent.files[sent.fields[field] ?? ''];
  if (!file) return null;
  const address = documentAddress(sent.id, file.path);
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('kyc.open', { name: file.name })}
    >
      {file.type.startsWith('image/') ? (
        <img src={address} alt="" className={classes.picture} />
      ) : (
        <bdi>{file.name}</bdi>
      )}
    </a>
  );
}

interface VerdictProps {
  label: string;
  waits: boolean;
  /** Undefined while nothing is wrong with it. */
  reason: string | undefined;
  onMark: (on: boolean) => void;
  onReason: (reason: string) => void;
}

function Verdict({ label, waits, reason, onMark, onReason }: VerdictProps) {
  const { t } = useTranslation('ops');
  if (!waits) return reason ? <bdi className={classes.reason}>{reason}</bdi> : null;
  return (
    <>
      <Checkbox
        aria-label={t('kyc.wrong', { field: label })}
        checked={reason !== undefined}
        onChange={(event) => onMark(event.currentTarget.checked)}
        color="red"
      />
      {reason !== undefined && (
        <Textarea
          className={classes.why}
          aria-label={t('kyc.reasonOf', { field: label })}
          placeholder={t('reason')}
          maxLength={500}
          autosize
          autoFocus
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      )}
    </>
  );
}
