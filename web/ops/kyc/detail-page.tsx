import { KYC_PARTS, type OpsSubmission } from '@daftar/contract/ops-kyc';
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { ChangesTable } from '../../ui/changes-table.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { DateText } from '../../ui/date.tsx';
import { DetailPage, Section } from '../../ui/detail-page.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link, useGoTo } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { formatMobile } from '../../ui/mobile.tsx';
import { withSearch } from '../../ui/path.ts';
import { useRouteParam } from '../../ui/route-param.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { textKey } from '../../ui/text-key.ts';
import { kycPath } from '../paths/kyc.ts';
import { screeningPath } from '../paths/screening.ts';
import { DocumentView } from '../shared/documents/document-view.tsx';
import { Expiries } from '../shared/documents/expiries.tsx';
import { Thumbnails } from '../shared/documents/thumbnails.tsx';
import { useMay } from '../shared/operator.ts';
import { approveRequest, documentAddress, rejectRequest, useRequest } from './api.ts';
import { Verdict } from './components/verdict.tsx';
import classes from './kyc.module.css';

const KINDS = { submitted: 'pending', approved: 'success', rejected: 'fail' } as const;

/** `/ops/kyc/:id`: the submitted values beside the documents that prove them. */
export default function ReviewPage() {
  const { t } = useTranslation(['ops-kyc', 'ops']);
  const locale = useLocale();
  const id = useRouteParam('id');
  const query = useRequest(id);
  useTitle(query.data?.data.name);
  return (
    <DetailPage<OpsSubmission>
      title={t('one')}
      query={query}
      summary={(sent) => ({
        headline: <bdi>{sent.name}</bdi>,
        status: <StatusChip kind={KINDS[sent.state]}>{t(`state.${sent.state}`)}</StatusChip>,
        note: (
          <>
            {t(textKey('ops-kyc:type.', sent.business_type))} ·{' '}
            {t('version', { number: formatNumber(sent.version, locale) })} ·{' '}
            <DateText value={sent.submitted_at} />
          </>
        ),
      })}
    >
      {(sent) => <Review key={sent.id} sent={sent} />}
    </DetailPage>
  );
}

function Review({ sent }: { sent: OpsSubmission }) {
  const { t } = useTranslation(['ops-kyc', 'ops']);
  const locale = useLocale();
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  // What the reviewer has read; the merchant may send again meanwhile, and marks stay.
  const [read, setRead] = useState(sent);
  const changes = useMemo(() => changesOf(read, sent, t), [read, sent, t]);
  const may = useMay();
  // A viewer has nothing to decide.
  const waits = sent.state === 'submitted' && may('ops:kyc');
  const isNewer = waits && sent.version !== read.version;
  const fileOf = (field: string) => sent.files[sent.fields[field] ?? ''];
  const documents = Object.values(KYC_PARTS).flatMap((fields) =>
    fields.flatMap((field) => {
      const file = fileOf(field);
      if (!file) return [];
      const address = documentAddress(sent, file.path);
      return [
        {
          field,
          title: t(`field.${field}`),
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
      label={t(textKey('ops-kyc:field.', field))}
      waits={waits}
      reason={waits ? wrong[field] : sent.reasons[field]}
      onMark={(on) => mark(field, on)}
      onReason={(reason) => setWrong((now) => ({ ...now, [field]: reason }))}
    />
  );
  return (
    <>
      {isNewer && (
        <div className={classes.newer}>
          <p role="alert">{t('newer', { number: formatNumber(sent.version, locale) })}</p>
          <ChangesTable changes={changes} />
        </div>
      )}
      <Section title={t('ops:documents.title')}>
        <Thumbnails label={t('ops:documents.title')} documents={documents} />
      </Section>
      <p className={classes.screening}>
        <Link
          to={withSearch(screeningPath, { merchant_id: String(sent.id) })}
          className={classes.screeningLink}
        >
          {t('screening')}
        </Link>
      </p>
      <Expiries merchantId={sent.id} />
      {Object.entries(KYC_PARTS).map(([part, fields]) => {
        const given = fields.filter((field) => sent.fields[field] || (waits && field in wrong));
        const proofs = documents.filter(({ field }) => given.includes(field));
        return (
          <Section key={part} title={t(textKey('ops-kyc:part.', part))}>
            <div className={classes.sides}>
              <ul className={classes.fields}>
                {given
                  .filter((field) => !fileOf(field))
                  .map((field) => (
                    <li key={field}>
                      <span className={classes.quiet}>{t(`field.${field}`)}</span>
                      <bdi className={classes.value}>{readable(sent, field)}</bdi>
                      {verdict(field)}
                    </li>
                  ))}
              </ul>
              {proofs.length > 0 && (
                <ul className={classes.documents}>
                  {proofs.map(({ field, isWrong: _, ...document }) => (
                    <li key={field}>
                      <div className={classes.documentHead}>
                        <h3 className={classes.documentName}>{document.title}</h3>
                        {verdict(field)}
                      </div>
                      <DocumentView {...document} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </Section>
        );
      })}
      {waits && <Decision sent={sent} wrong={wrong} {...(isNewer ? { onRead: () => setRead(sent) } : {})} />}
    </>
  );
}

const MOBILES: readonly string[] = ['mobileNumber', 'companyMobile'];

/** A field's value in readable form. */
function readable({ names, fields }: OpsSubmission, field: string): string {
  const value = names[field] || fields[field] || '';
  return MOBILES.includes(field) ? formatMobile(value) : value;
}

/** The differences between two versions of a submission, in reading order. */
function changesOf(before: OpsSubmission, after: OpsSubmission, t: TFunction<'ops-kyc'>) {
  return Object.values(KYC_PARTS)
    .flat()
    .filter((field) => (before.fields[field] ?? '') !== (after.fields[field] ?? ''))
    .map((field) => {
      const file = after.files[after.fields[field] ?? ''];
      return {
        field: t(`field.${field}`),
        before: nameOf(before, field) || null,
        // Two scans often have the same name.
        after: file ? t('newFile', { name: file.name }) : nameOf(after, field) || null,
      };
    });
}

const nameOf = (sent: OpsSubmission, field: string) =>
  sent.files[sent.fields[field] ?? '']?.name ?? readable(sent, field);

interface DecisionProps {
  sent: OpsSubmission;
  /** The reasons by marked field. */
  wrong: Readonly<Record<string, string>>;
  /** Called when a newer version than the one that was read is shown: it counts as read. */
  onRead?: () => void;
}

/** Approves, or rejects the marked fields; always visible, however long the documents. */
function Decision({ sent, wrong, onRead }: DecisionProps) {
  const { t } = useTranslation(['ops-kyc', 'ops']);
  const locale = useLocale();
  const goTo = useGoTo();
  const marked = Object.keys(wrong);
  const isComplete = marked.length > 0 && marked.every((field) => wrong[field]?.trim());
  const back = () => goTo(kycPath);
  const approve = async () => {
    const agreed = await confirm({
      title: t('approveTitle', { name: sent.name }),
      text: t('approveText'),
      confirm: t('approve'),
    });
    if (agreed && (await approveRequest(sent))) await back();
  };
  const reject = async () => {
    if (await rejectRequest(sent, wrong)) await back();
  };
  if (onRead) {
    return (
      <div className={classes.decision}>
        <p className={classes.quiet} role="status">
          {t('readFirst')}
        </p>
        <Button onClick={onRead}>{t('haveRead')}</Button>
      </div>
    );
  }
  const hint =
    marked.length === 0
      ? t('rejectHint')
      : isComplete
        ? t('marked', { count: marked.length, number: formatNumber(marked.length, locale) })
        : t('reasonMissing');
  return (
    <div className={classes.decision}>
      <p className={classes.quiet} role="status">
        {hint}
      </p>
      <Button color="red" variant="light" disabled={!isComplete} onClick={() => void reject()}>
        {t('reject')}
      </Button>
      <Button disabled={marked.length > 0} onClick={() => void approve()}>
        {t('approve')}
      </Button>
    </div>
  );
}
