import type { BankLine, BankLineDetails, BankLink, OpenBatch } from '@daftar/contract/ops-bank-statements';
import { ResolveForm } from '@daftar/contract/ops-reconciliation';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { useAsk } from '../../shared/ask.tsx';
import { breakPath } from '../../shared/break-path.ts';
import { BankAccountLink, NameLink } from '../../shared/cells.tsx';
import { useMay } from '../../shared/operator.ts';
import { References } from '../../shared/references.tsx';
import { useSubjectPath } from '../../shared/subject-link.tsx';
import { linkLine, unlinkLine, useLine } from '../api.ts';
import classes from '../bank-statements.module.css';

const KINDS: Readonly<Record<BankLine['state'], StatusKind>> = {
  matched: 'success',
  open: 'pending',
  explained: 'closed',
  written_off: 'closed',
};

/** Whether a line is explained. */
export function LineStatus({ line }: { line: BankLine }) {
  const { t } = useTranslation('ops-bank-statements');
  return <StatusChip kind={KINDS[line.state]}>{t(`lineState.${line.state}`)}</StatusChip>;
}

/** The batch or transfer that a line is of, linked for those who may open its file. */
export function AboutLink({ link: { kind, name, file_id } }: { link: BankLink }) {
  const { t } = useTranslation('ops-bank-statements');
  const subject = `${kind === 'batch' ? 'reconciliation-file' : 'bank-file'}:${file_id}`;
  const to = useSubjectPath()({ subject, merchant: null, mode: null });
  const text = name || t('noText');
  return (
    <>
      {t(`kind.${kind}`)} {to ? <NameLink to={to}>{text}</NameLink> : <bdi>{text}</bdi>}
    </>
  );
}

interface LineDrawerProps {
  id: number;
  opened: boolean;
  onClose: () => void;
}

/** A line of the bank's: what it says, what it is about, and which batches it may be of. */
export function LineDrawer({ id, opened, onClose }: LineDrawerProps) {
  const { t } = useTranslation('ops-bank-statements');
  const may = useMay();
  const { data, error, refetch } = useLine(id);
  const line = data?.data;
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('line')} width={36}>
      {error && !line ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {!error && !line && <Skeleton width="60%" />}
      {line && (
        <Stack gap="lg">
          <About line={line} />
          {line.links.length > 0 && <Links line={line} />}
          {line.state !== 'matched' && line.state !== 'written_off' && may('ops:reconciliation') && (
            <Candidates key={line.id} line={line} onDone={onClose} />
          )}
        </Stack>
      )}
    </SideDrawer>
  );
}

function About({ line }: { line: BankLineDetails }) {
  const { t } = useTranslation(['ops-bank-statements', 'ops']);
  return (
    <Facts
      facts={[
        { label: t('ops:column.amount'), value: <Money amount={line.amount} /> },
        { label: t('ops:column.status'), value: <LineStatus line={line} /> },
        { label: t('account'), value: <BankAccountLink account={line.account} /> },
        { label: t('day'), value: <DateText value={line.booked_on} style="date" /> },
        { label: t('valueDay'), value: <DateText value={line.value_on} style="date" /> },
        { label: t('reference'), value: line.reference && <References text={line.reference} /> },
        {
          label: t('break'),
          value: line.break_id !== null && (
            <NameLink to={breakPath(line.break_id)}>{t('openBreak')}</NameLink>
          ),
        },
        { label: t('text'), value: line.text && <References text={line.text} />, wide: true },
      ]}
    />
  );
}

function Links({ line }: { line: BankLineDetails }) {
  const { t } = useTranslation(['ops-bank-statements', 'ops']);
  const may = useMay();
  const { ask, dialog } = useAsk();
  const mayUnlink =
    may('ops:reconciliation') && line.links.every(({ kind, booked }) => kind === 'batch' && !booked);
  const unlink = () =>
    ask({
      title: t('unlinkTitle'),
      text: t('unlinkText'),
      schema: ResolveForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('unlink'),
      danger: true,
      send: ({ reason }) => unlinkLine(line.id, reason),
    });
  return (
    <Section title={t('about')}>
      <Stack gap="xs">
        {line.links.map((link) => (
          <div key={`${link.kind} ${link.id}`}>
            <AboutLink link={link} /> · <Money amount={link.amount} /> · {t(`rule.${link.rule}`)}
          </div>
        ))}
      </Stack>
      {mayUnlink && (
        <Group mt="sm">
          <Button variant="default" onClick={unlink}>
            {t('unlink')}
          </Button>
        </Group>
      )}
      {dialog}
    </Section>
  );
}

/** A batch's name, and what it pays, under those of the others. */
function BatchName({ batch: { name, file, net } }: { batch: OpenBatch }) {
  return (
    <span className={classes.batch}>
      <bdi>{name || file.name}</bdi> <Money amount={net} />
    </span>
  );
}

function BatchOf({ batch: { account, value_on } }: { batch: OpenBatch }) {
  return (
    <>
      <bdi>{account.name}</bdi> · <DateText value={value_on} style="date" />
    </>
  );
}

function Candidates({ line, onDone }: { line: BankLineDetails; onDone: () => void }) {
  const { t } = useTranslation('ops-bank-statements');
  const locale = useLocale();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [busy, setBusy] = useState(false);
  if (line.candidates.length === 0) return <p>{t('noCandidates')}</p>;
  const toggle = (id: number) =>
    setChosen((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id]));
  const sum = line.candidates.reduce(
    (total, { id, net }) => total + (chosen.includes(id) ? Math.round(net * 100) : 0),
    0,
  );
  const run = async () => {
    setBusy(true);
    const isDone = await linkLine(line.id, [...chosen]);
    setBusy(false);
    if (isDone) onDone();
  };
  return (
    <Section title={t('candidates')}>
      <Stack gap="sm">
        <p className={classes.hint}>{t('candidatesText')}</p>
        {line.more_candidates && (
          <p className={classes.hint}>
            {t('moreCandidates', { count: formatNumber(line.candidates.length, locale) })}
          </p>
        )}
        {line.candidates.map((batch) => (
          <Checkbox
            key={batch.id}
            checked={chosen.includes(batch.id)}
            onChange={() => toggle(batch.id)}
            classNames={{ labelWrapper: classes.candidateWords ?? '' }}
            label={<BatchName batch={batch} />}
            description={<BatchOf batch={batch} />}
          />
        ))}
        <p role="status">{t('chosenSum', { amount: formatMoney(sum / 100, 'EGP', locale) })}</p>
        <Group>
          <Button disabled={chosen.length === 0} loading={busy} onClick={() => void run()}>
            {t('link')}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
