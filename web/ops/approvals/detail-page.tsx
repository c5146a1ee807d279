import { DeclineApprovalForm, OPS_APPROVAL_KINDS, type OpsApproval } from '@daftar/contract/ops-approvals';
import { Alert, Button, Group } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { confirm } from '../../ui/confirm.tsx';
import { DateText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section } from '../../ui/detail-page.tsx';
import { Email } from '../../ui/email.tsx';
import { sentenceOf } from '../../ui/errors.ts';
import { FilePreview, type NamedFile } from '../../ui/file-preview.tsx';
import { notify } from '../../ui/notify.tsx';
import { useRouteParam } from '../../ui/route-param.ts';
import { useAsk } from '../shared/ask.tsx';
import { MerchantLink } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { References } from '../shared/references.tsx';
import { approve, checkCredentials, decline, readPaper, useApproval, withdraw } from './api.ts';
import { BankReturn } from './components/bank-return.tsx';
import { ApprovalStatus, Named } from './components/columns.tsx';
import { ApprovalFacts } from './components/facts.tsx';

/** `/ops/approvals/:id`: what was asked for, and the decision. */
export default function ApprovalPage() {
  const { t } = useTranslation(['ops-approvals', 'ops']);
  const may = useMay();
  const query = useApproval(useRouteParam('id'));
  const kind = query.data?.data.kind;
  useTitle(kind && t(`ops:approvalKind.${kind}`));
  return (
    <DetailPage<OpsApproval>
      title={t('one')}
      query={query}
      summary={(approval) => ({
        headline: t(`ops:approvalKind.${approval.kind}`),
        status: <ApprovalStatus state={approval.state} />,
        note: <Named {...approval} />,
        actions: approval.state === 'waiting' && may(OPS_APPROVAL_KINDS[approval.kind]) && (
          <Decide approval={approval} />
        ),
      })}
    >
      {(approval) => (
        <>
          {approval.trouble && (
            <Alert color="red" title={t('trouble')}>
              {approval.trouble}
            </Alert>
          )}
          {approval.state === 'ended' && <Alert color="gray">{t('endedText')}</Alert>}
          {approval.state === 'waiting' && approval.is_own && <Alert>{t('own')}</Alert>}
          <About approval={approval} />
          <ApprovalFacts facts={approval.facts} />
          {approval.kind === 'bank-return' && <BankReturn approval={approval} />}
          <Papers approval={approval} />
        </>
      )}
    </DetailPage>
  );
}

function About({ approval }: { approval: OpsApproval }) {
  const { t } = useTranslation(['ops-approvals', 'ops']);
  const { merchant, subject } = approval;
  const isOver = approval.state !== 'waiting';
  return (
    <Section title={t('about')}>
      <Facts
        facts={[
          { label: t('of'), value: <Named {...approval} /> },
          {
            label: t('ops:column.merchant'),
            value: merchant && !subject.startsWith('merchant:') && <MerchantLink merchant={merchant} />,
          },
          { label: t('askedBy'), value: <Email value={approval.asked_by} /> },
          { label: t('askedAt'), value: <DateText value={approval.created_at} /> },
          { label: t('until'), value: !isOver && <DateText value={approval.expires_at} /> },
          { label: t('decidedBy'), value: approval.decided_by && <Email value={approval.decided_by} /> },
          { label: t('decidedAt'), value: approval.decided_at && <DateText value={approval.decided_at} /> },
          { label: t('ops:reason'), value: <References text={approval.reason} />, wide: true },
          { label: t('note'), value: approval.note && <References text={approval.note} />, wide: true },
        ]}
      />
    </Section>
  );
}

function Papers({ approval: { id, papers } }: { approval: OpsApproval }) {
  const { t } = useTranslation('ops-approvals');
  const [shown, setShown] = useState<NamedFile | null>(null);
  const read = useCallback(
    (place: string, signal: AbortSignal) => readPaper(id, Number(place), signal),
    [id],
  );
  if (papers.length === 0) return null;
  return (
    <Section title={t('papers')}>
      <Group gap="xs">
        {papers.map(({ place, name }) => (
          <Button
            key={place}
            variant="default"
            size="compact-sm"
            onClick={() => setShown({ path: String(place), name })}
          >
            <bdi>{name}</bdi>
          </Button>
        ))}
      </Group>
      <FilePreview file={shown} onClose={() => setShown(null)} read={read} />
    </Section>
  );
}

function Decide({ approval }: { approval: OpsApproval }) {
  const { t } = useTranslation(['ops-approvals', 'ops']);
  const { ask, dialog } = useAsk();
  const { id, kind, name, is_own } = approval;
  const what = t(`ops:approvalKind.${kind}`);
  const approveIt = async () => {
    const agreed = await confirm({
      title: t('approveTitle', { what, name }),
      text: t(`approveText.${kind}`),
      confirm: t('approve'),
    });
    if (agreed) await approve(id);
  };
  const withdrawIt = async () => {
    const agreed = await confirm({
      title: t('withdrawTitle', { what, name }),
      text: t('withdrawText'),
      confirm: t('withdraw'),
      danger: true,
    });
    if (agreed) await withdraw(id);
  };
  const declineIt = () =>
    ask({
      title: t('declineTitle', { what, name }),
      text: t('declineText'),
      schema: DeclineApprovalForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('decline'),
      danger: true,
      send: (values) => decline(id, values),
    });
  return (
    <Group gap="xs">
      {kind === 'processor-account' && <CheckCredentials id={id} />}
      {is_own ? (
        <Button variant="default" onClick={() => void withdrawIt()}>
          {t('withdraw')}
        </Button>
      ) : (
        <>
          <Button color="red" variant="light" onClick={declineIt}>
            {t('decline')}
          </Button>
          <Button onClick={() => void approveIt()}>{t('approve')}</Button>
        </>
      )}
      {dialog}
    </Group>
  );
}

/** Checks the credentials that an account would have, before the decision. */
function CheckCredentials({ id }: { id: number }) {
  const { t } = useTranslation('ops-processors');
  const { t: common } = useTranslation('common');
  const check = async () => {
    try {
      const { result, explanation } = await checkCredentials(id);
      if (result === 'works' && explanation === '') notify.success(t('check.works'));
      else if (result === 'works')
        notify.info(t('check.partly', { explanation: `\u2066${explanation}\u2069` }));
      // The explanation is in English: isolated, it stays in order within Arabic.
      else notify.error(t(`check.${result}`, { explanation: `\u2066${explanation}\u2069` }));
    } catch (error) {
      notify.error(sentenceOf(error, common));
    }
  };
  return (
    <Button variant="default" onClick={() => void check()}>
      {t('checkCredentials')}
    </Button>
  );
}
