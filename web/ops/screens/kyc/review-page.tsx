import { KYC_PARTS, type OpsSubmission, opsKyc } from '@daftar/contract/ops-kyc';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../../portal/shared/title.ts';
import { addressOf } from '../../../portal/shared/wire.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { DateText } from '../../../ui/date.tsx';
import { DetailPage, Section } from '../../../ui/detail-page.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { formatMobile } from '../../../ui/mobile.tsx';
import { useRouteParam } from '../../../ui/route-param.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { call } from '../../shared/call.ts';
import { Paper } from '../../shared/papers/paper.tsx';
import { Thumbnails } from '../../shared/papers/thumbnails.tsx';
import { act, queryOf } from '../../shared/query.ts';
import classes from './kyc.module.css';
import { Verdict } from './verdict.tsx';

const KINDS = { submitted: 'pending', approved: 'success', rejected: 'fail' } as const;

/** `/ops/kyc/:id`: what was typed beside the papers that prove it. */
export default function ReviewPage() {
  const { t } = useTranslation('ops');
  const id = useRouteParam('id');
  const query = useQuery(queryOf(opsKyc.submission, { params: { id } }));
  useTitle(query.data?.data.name);
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
      {(sent) => <Review key={`${sent.id} ${sent.submitted_at}`} sent={sent} />}
    </DetailPage>
  );
}

function Review({ sent }: { sent: OpsSubmission }) {
  const { t } = useTranslation('ops');
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const waits = sent.state === 'submitted';
  const fileOf = (field: string) => sent.files[sent.fields[field] ?? ''];
  const papers = Object.values(KYC_PARTS).flatMap((fields) =>
    fields.flatMap((field) => {
      const file = fileOf(field);
      if (!file) return [];
      const address = addressOf(opsKyc.document, { params: { id: sent.id, filePath: file.path } }, true);
      return [
        {
          field,
          title: t(`kyc.field.${field}`),
          file,
          address,
          isWrong: field in (waits ? wrong : sent.reasons),
        },
      ];
    }),
  );
  const mark = (field: string, on: boolean) =>
    setWrong(({ [field]: _, ...rest }) => (on ? { ...rest, [field]: '' } : rest));
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
      <Section title={t('kyc.papers')}>
        <Thumbnails label={t('kyc.papers')} papers={papers} />
      </Section>
      {Object.entries(KYC_PARTS).map(([part, fields]) => {
        const given = fields.filter((field) => sent.fields[field]);
        const proofs = papers.filter(({ field }) => given.includes(field));
        return (
          <Section key={part} title={t(`kyc.part.${part}`)}>
            <div className={classes.sides}>
              <ul className={classes.fields}>
                {given
                  .filter((field) => !fileOf(field))
                  .map((field) => (
                    <li key={field}>
                      <span className={classes.quiet}>{t(`kyc.field.${field}`)}</span>
                      <bdi className={classes.value}>{readable(sent, field)}</bdi>
                      {verdict(field)}
                    </li>
                  ))}
              </ul>
              {proofs.length > 0 && (
                <ul className={classes.papers}>
                  {proofs.map(({ field, isWrong: _, ...paper }) => (
                    <li key={field}>
                      <div className={classes.paperHead}>
                        <h3 className={classes.paperName}>{paper.title}</h3>
                        {verdict(field)}
                      </div>
                      <Paper {...paper} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </Section>
        );
      })}
      {waits && <Decision sent={sent} wrong={wrong} />}
    </>
  );
}

const MOBILES: readonly string[] = ['mobileNumber', 'companyMobile'];

/** What was typed into a field, as people read it. */
function readable({ names, fields }: OpsSubmission, field: string): string {
  const value = names[field] || fields[field] || '';
  return MOBILES.includes(field) ? formatMobile(value) : value;
}

/** Approves, or rejects what is marked; always in reach, however long the papers. */
function Decision({ sent, wrong }: { sent: OpsSubmission; wrong: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('ops');
  const locale = useLocale();
  const navigate = useNavigate();
  const params = { id: sent.id };
  const marked = Object.keys(wrong);
  const isComplete = marked.length > 0 && marked.every((field) => wrong[field]?.trim());
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
  const hint =
    marked.length === 0
      ? t('kyc.rejectHint')
      : isComplete
        ? t('kyc.marked', { count: marked.length, number: formatNumber(marked.length, locale) })
        : t('kyc.reasonMissing');
  return (
    <div className={classes.decision}>
      <p className={classes.quiet} role="status">
        {hint}
      </p>
      <Button color="red" variant="light" disabled={!isComplete} onClick={() => void reject()}>
        {t('kyc.reject')}
      </Button>
      <Button disabled={marked.length > 0} onClick={() => void approve()}>
        {t('kyc.approve')}
      </Button>
    </div>
  );
}
