import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@daftar/contract/fee-invoices';
import { type CutOff, SignCutOffForm } from '@daftar/contract/ops-cut-offs';
import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../../shared/title.ts';
import { DateText } from '../../../ui/date.tsx';
import { DetailPage, Facts, Section } from '../../../ui/detail-page.tsx';
import { Email } from '../../../ui/email.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { Money } from '../../../ui/money.tsx';
import { useRouteParam } from '../../../ui/route-param.ts';
import { useAsk } from '../../shared/ask.tsx';
import { EitherAccountLink } from '../../shared/cells.tsx';
import { useMay } from '../../shared/operator.ts';
import { References } from '../../shared/references.tsx';
import { UnlessWaits, WaitingApprovals } from '../../shared/waiting.tsx';
import { downloadPdf, downloadWorkbook, reopenCutOff, signCutOff, useCutOff } from '../api.ts';
import { BankLevels } from './bank-levels.tsx';
import { Levels } from './levels.tsx';
import { Lines } from './lines.tsx';
import { accountNameOf, CutOffStatus, noonOf } from './list-page.tsx';

/** `/ops/cut-offs/:id`: what is reconciled of an account at the end of a day, and its signatures. */
export default function CutOffPage() {
  const { t } = useTranslation('ops-cut-offs');
  const query = useCutOff(useRouteParam('id'));
  useTitle(query.data && accountNameOf(query.data.data));
  return (
    <DetailPage<CutOff>
      title={t('one')}
      query={query}
      summary={(cutOff) => ({
        headline: <bdi>{accountNameOf(cutOff)}</bdi>,
        status: <CutOffStatus row={cutOff} />,
        actions: <Actions cutOff={cutOff} />,
      })}
    >
      {(cutOff) => (
        <>
          <WaitingApprovals subject={`reconciliation-cut-off:${cutOff.id}`} />
          {cutOff.state === 'prepared' && !cutOff.is_explained && (
            <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
              {t('cannotSign')}
            </Alert>
          )}
          <About cutOff={cutOff} />
          {cutOff.figures && <Levels figures={cutOff.figures} />}
          {cutOff.bank_figures && <BankLevels figures={cutOff.bank_figures} day={cutOff.day} />}
          <Lines id={cutOff.id} />
        </>
      )}
    </DetailPage>
  );
}

function Actions({ cutOff }: { cutOff: CutOff }) {
  const { t } = useTranslation(['ops-cut-offs', 'ops']);
  const may = useMay()('ops:reconciliation');
  const { ask, dialog } = useAsk();
  const { id, day, state, is_explained: isExplained, is_last: isLast } = cutOff;
  const decide = (what: 'sign' | 'reopen', send: typeof signCutOff) =>
    ask({
      title: t(`${what}Title`),
      text: t(`${what}Text`),
      schema: SignCutOffForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t(what),
      send: ({ reason }) => send(id, reason),
    });
  return (
    <Group gap="xs">
      <ExportButton
        start={(signal, language) => downloadPdf(id, language as DocumentLanguage, signal)}
        formats={DOCUMENT_LANGUAGES.map((language) => ({
          value: language,
          label: t(`language.${language}`),
        }))}
        fileName={`daftar-cut-off-${id}-${day}.pdf`}
      >
        {t('pdf')}
      </ExportButton>
      <ExportButton
        start={(signal) => downloadWorkbook(id, signal)}
        fileName={`daftar-cut-off-${id}-${day}.xlsx`}
      >
        {t('workbook')}
      </ExportButton>
      {may && state === 'prepared' && isExplained && (
        <UnlessWaits kind="cut-off" subject={`reconciliation-cut-off:${id}`}>
          <Button onClick={() => decide('sign', signCutOff)}>{t('sign')}</Button>
        </UnlessWaits>
      )}
      {may && isLast && (
        <UnlessWaits kind="cut-off-reopen" subject={`reconciliation-cut-off:${id}`}>
          <Button color="red" variant="light" onClick={() => decide('reopen', reopenCutOff)}>
            {t('reopen')}
          </Button>
        </UnlessWaits>
      )}
      {dialog}
    </Group>
  );
}

function About({ cutOff }: { cutOff: CutOff }) {
  const { t } = useTranslation(['ops-cut-offs', 'ops']);
  const { account, signed_by, approved_by, signed_at, reopened_by, reopened_reason } = cutOff;
  return (
    <Section title={t('facts')}>
      <Facts
        facts={[
          { label: t('ofAccount'), value: <EitherAccountLink of={cutOff} /> },
          { label: t('day'), value: <DateText value={noonOf(cutOff.day)} style="date" /> },
          {
            label: t('after'),
            value: cutOff.after_day ? (
              <DateText value={noonOf(cutOff.after_day)} style="date" />
            ) : (
              t('fromBeginning')
            ),
          },
          { label: t('ops:filter.mode'), value: account && t(`ops:mode.${account.mode}`) },
          { label: t('closing'), value: <Money amount={cutOff.closing} /> },
          { label: t('made'), value: <DateText value={cutOff.made_at} /> },
          { label: t('madeBy'), value: <Email value={cutOff.made_by} /> },
          { label: t('signedBy'), value: signed_by && <Email value={signed_by} /> },
          { label: t('approvedBy'), value: approved_by && <Email value={approved_by} /> },
          { label: t('signedAt'), value: signed_at && <DateText value={signed_at} /> },
          { label: t('reopenedBy'), value: reopened_by && <Email value={reopened_by} /> },
          { label: t('reopenedReason'), value: reopened_reason && <References text={reopened_reason} /> },
          { label: 'SHA-256', value: <bdi dir="ltr">{cutOff.sha256}</bdi>, wide: true },
        ]}
      />
    </Section>
  );
}
