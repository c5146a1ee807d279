import { type BreakDetails, MatchForm, NoteForm, ResolveForm } from '@daftar/contract/ops-reconciliation';
import type { SettlementLineKind } from '@daftar/contract/ops-settlement-lines';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { Email } from '../../../ui/email.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { withSearch } from '../../../ui/path.ts';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { bankStatementPath } from '../../paths/bank-statements.ts';
import { settlementFilePath } from '../../paths/reconciliation.ts';
import { useAsk } from '../../shared/ask.tsx';
import { EitherAccountLink, MerchantLink, NameLink, PaymentLink } from '../../shared/cells.tsx';
import { useMay } from '../../shared/operator.ts';
import { References } from '../../shared/references.tsx';
import { UnlessWaits } from '../../shared/waiting.tsx';
import { addNote, askProcessor, matchBreak, resolveBreak, useBreak } from '../api.ts';
import classes from '../reconciliation.module.css';
import { Evidence } from './evidence.tsx';
import { Owner } from './owner.tsx';
import { Age, BreakStatus, useKindName } from './words.tsx';
import { WriteOff } from './write-off.tsx';

interface BreakDrawerProps {
  id: number;
  opened: boolean;
  onClose: () => void;
}

/** A break: what is known of it, what was noted, and what can be done. */
export function BreakDrawer({ id, opened, onClose }: BreakDrawerProps) {
  const { t } = useTranslation('ops-reconciliation');
  const kindName = useKindName();
  const { data, error, refetch } = useBreak(id);
  const found = data?.data;
  return (
    <SideDrawer opened={opened} onClose={onClose} title={found ? kindName(found.kind) : t('one')} width={36}>
      {error && !found ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {!error && !found && <Skeleton width="60%" />}
      {found && (
        <Stack gap="lg">
          <p className={classes.quiet}>{t(`breakText.${found.kind}`)}</p>
          <About row={found} />
          {found.line && <Line line={found.line} />}
          <Notes row={found} />
          <Evidence row={found} />
          {found.closed_at === null && <Owner row={found} />}
          {found.closed_at === null && <Actions row={found} />}
          <WriteOff row={found} />
        </Stack>
      )}
    </SideDrawer>
  );
}

type Payment = NonNullable<BreakDetails['payment']>;

const Paid = ({ payment }: { payment: Payment }) => (
  <span>
    <PaymentLink of={payment} /> <MerchantLink merchant={payment.merchant} />
  </span>
);

function About({ row }: { row: BreakDetails }) {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const locale = useLocale();
  const { file, payment, suggestion } = row;
  return (
    <Facts
      facts={[
        { label: t('ops:column.amount'), value: <Money amount={row.amount} currency={row.currency} /> },
        { label: t('ops:column.status'), value: <BreakStatus state={row.state} /> },
        { label: t('account'), value: <EitherAccountLink of={row} /> },
        { label: t('ops:filter.mode'), value: row.account && t(`ops:mode.${row.account.mode}`) },
        { label: t('found'), value: <DateText value={row.created_at} /> },
        { label: t('age'), value: <Age row={row} /> },
        { label: t('owner'), value: row.owner && <Email value={row.owner} /> },
        { label: t('payment'), value: payment && <Paid payment={payment} /> },
        { label: t('suggestion'), value: suggestion && <Paid payment={suggestion} /> },
        {
          label: t('file'),
          value: file && (
            <span>
              <NameLink to={settlementFilePath(file.id)}>{file.name}</NameLink>{' '}
              {t('inRow', { row: formatNumber(file.row, locale) })}
            </span>
          ),
        },
        {
          label: t('bankLine'),
          value: row.bank_line && (
            <NameLink to={withSearch(bankStatementPath(row.bank_line.file_id), { line: row.bank_line.id })}>
              {t('openStatement')}
            </NameLink>
          ),
        },
        { label: t('resolution'), value: row.ended_as && <Resolution row={row} />, wide: true },
        { label: t('closedBy'), value: row.closed_by && <Email value={row.closed_by} /> },
      ]}
    />
  );
}

/** Why it ended, and what a person wrote. */
function Resolution({ row }: { row: BreakDetails }) {
  const { t } = useTranslation('ops-reconciliation');
  const { ended_as, resolution } = row;
  return (
    <>
      {ended_as && t(`closed.${ended_as}`)}
      {resolution && (
        <div>
          <References text={resolution} mode={row.account?.mode} />
        </div>
      )}
    </>
  );
}

function Line({ line }: { line: NonNullable<BreakDetails['line']> }) {
  const { t } = useTranslation('ops-reconciliation');
  const { currency } = line;
  const reference = (value: string | null) => value && <References text={value} />;
  return (
    <Section title={t('line')}>
      <Facts
        facts={[
          { label: t('kind'), value: t(`lineKind.${line.kind}`) },
          { label: t('day'), value: line.occurred_on && <DateText value={line.occurred_on} style="date" /> },
          { label: t('column.our_ref'), value: reference(line.our_ref) },
          { label: t('column.processor_ref'), value: reference(line.processor_ref) },
          { label: t('gross'), value: <Money amount={line.gross} currency={currency} /> },
          { label: t('fee'), value: <Money amount={line.fee} currency={currency} /> },
          { label: t('net'), value: <Money amount={line.net} currency={currency} /> },
          { label: t('batch'), value: reference(line.batch) },
        ]}
      />
    </Section>
  );
}

function Notes({ row }: { row: BreakDetails }) {
  const { t } = useTranslation('ops-reconciliation');
  if (row.notes.length === 0) return null;
  return (
    <Section title={t('notes')}>
      <Stack gap="sm">
        {row.notes.map(({ actor, text, created_at }) => (
          <div key={`${created_at} ${text}`} className={classes.note}>
            <div className={classes.quiet}>
              <Email value={actor} /> · <DateText value={created_at} />
            </div>
            <References text={text} mode={row.account?.mode} />
          </div>
        ))}
      </Stack>
    </Section>
  );
}

const BY_HAND: readonly SettlementLineKind[] = ['payment', 'refund', 'reversal', 'chargeback'];
const MATCHABLE = ['theirs_only', 'ambiguous', 'status'];

function Actions({ row }: { row: BreakDetails }) {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const may = useMay();
  const { ask, dialog } = useAsk();
  const [isAsking, setAsking] = useState(false);
  const { id, suggestion } = row;
  if (!may('ops:reconciliation')) return null;
  const askAtProcessor = async () => {
    setAsking(true);
    await askProcessor(id);
    setAsking(false);
  };
  const note = () =>
    ask({
      title: t('noteTitle'),
      schema: NoteForm,
      fields: [
        { name: 'text', label: t('note'), kind: 'text' },
        {
          name: 'state',
          label: t('ops:column.status'),
          kind: 'choice',
          options: (['looking', 'waiting'] as const).map((state) => ({
            value: state,
            label: t(`breakState.${state}`),
          })),
        },
      ],
      submit: t('note'),
      send: (values, key) => addNote(id, values, key),
    });
  const resolve = () =>
    ask({
      title: t('resolveTitle'),
      text: t(row.close_takes_two ? 'resolveByTwo' : 'resolveText'),
      schema: ResolveForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('resolve'),
      send: ({ reason }) => resolveBreak(id, reason),
    });
  const match = () =>
    ask({
      title: t('matchTitle'),
      text: t('matchText'),
      schema: MatchForm,
      fields: [
        {
          name: 'reference',
          label: t('ops:column.reference'),
          kind: 'line',
          ...(suggestion ? { initial: suggestion.reference } : {}),
        },
      ],
      submit: t('match'),
      send: ({ reference }) => matchBreak(id, reference),
    });
  return (
    <>
      {suggestion && <Alert>{t('suggestionText')}</Alert>}
      <Group gap="xs">
        {row.line && BY_HAND.includes(row.line.kind) && MATCHABLE.includes(row.kind) && (
          <Button onClick={match}>{t('match')}</Button>
        )}
        {row.can_ask && (
          <Button variant="default" loading={isAsking} onClick={() => void askAtProcessor()}>
            {t('askProcessor')}
          </Button>
        )}
        <Button variant="default" onClick={note}>
          {t('note')}
        </Button>
        <UnlessWaits kind="break-close" subject={`reconciliation-break:${id}`}>
          <Button variant="default" onClick={resolve}>
            {t('resolve')}
          </Button>
        </UnlessWaits>
      </Group>
      {dialog}
    </>
  );
}
