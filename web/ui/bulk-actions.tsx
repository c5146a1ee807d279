import { Button, Group, Progress, Textarea } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './bulk-actions.module.css';
import { confirm } from './confirm.tsx';
import type { Selection } from './data-table-parts.tsx';
import { Dialog } from './dialog.tsx';
import { ApiError, sentenceOf } from './errors.ts';
import { formatNumber } from './format.ts';
import { useLocale } from './locale.ts';
import { notify } from './notify.tsx';
import { type Fate, type Outcome, Refusal, runMany } from './run-many.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useKept } from './use-kept.ts';

export interface BulkAction<Row> {
  label: string;
  icon?: ComponentType<{ size?: number | string }>;
  danger?: boolean;
  /** Which rows it can be done to; the others are left out and said to be. */
  fits?: (row: Row) => boolean;
  /** What is asked first: the question, and what will happen. */
  ask: (rows: readonly Row[]) => { title: string; text: string };
  /** The label of a reason that is asked with it, the same for each row. */
  reason?: string;
  /** Does it to one row, by the call of the single action; replies `WAITS` if that needs approval. */
  act: (row: Row, idempotencyKey: string, reason: string) => Promise<unknown>;
  /** Called once something was tried: refetches what changed. */
  after?: () => unknown;
}

interface BulkActionsProps<Row> {
  selection: Selection;
  /** The selected rows. */
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  rowName: (row: Row) => string;
  actions: readonly BulkAction<Row>[];
  /** Other buttons for the selected rows: what asks nothing of the server. */
  children?: ReactNode;
}

interface Running<Row> {
  label: string;
  total: number;
  tried: number;
  /** Set at the end. */
  outcomes: readonly Outcome<Row>[] | null;
}

/** A question that wants a reason. */
interface Asking {
  title: string;
  text: string;
  confirm: string;
  danger: boolean;
  /** Of the reason. */
  label: string;
  /** `null`: it is not wanted. */
  answer: (reason: string | null) => void;
}

const LONGEST_REASON = 500;

function ReasonDialog({ asking }: { asking: Asking | null }) {
  const shown = useKept(asking);
  return (
    <Dialog opened={asking !== null} onClose={() => asking?.answer(null)} title={shown?.title}>
      {shown && <Reason key={shown.title} asking={shown} />}
    </Dialog>
  );
}

function Reason({ asking: { text, confirm: verb, danger, label, answer } }: { asking: Asking }) {
  const { t } = useTranslation('common');
  const [reason, setReason] = useState('');
  return (
    <form
      className={classes.parts}
      onSubmit={(event) => {
        event.preventDefault();
        answer(reason.trim());
      }}
    >
      <p>{text}</p>
      <Textarea
        name="reason"
        label={label}
        required
        data-autofocus
        rows={3}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={() => answer(null)}>
          {t('cancel')}
        </Button>
        <Button type="submit" disabled={reason.trim() === ''} {...(danger ? { color: 'red' } : {})}>
          {verb}
        </Button>
      </Group>
    </form>
  );
}

/** The actions that can be done to any of the rows, for lists where most fit few. */
export const fittingActions = <Row,>(actions: readonly BulkAction<Row>[], rows: readonly Row[]) =>
  actions.filter(({ fits = () => true }) => rows.some(fits));

/**
 * What can be done with the selected rows of a list, row by row, with its progress. Rows that could not be changed stay
 * selected, each with the reason, but for those that are not there any more.
 */
export function BulkActions<Row>(props: BulkActionsProps<Row>) {
  const { selection, rows, rowKey, rowName, actions, children } = props;
  const { t } = useTranslation('common');
  const locale = useLocale();
  const [running, setRunning] = useState<Running<Row> | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const stop = useRef<AbortController | null>(null);
  const isGone = useRef(false);
  const isBusy = useRef(false);
  // Nobody would see what became of the rest.
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      stop.current?.abort();
    };
  }, []);
  const number = (value: number) => formatNumber(value, locale);

  /** A second press asks nothing while the first is answered: it would do everything twice. */
  const start = async (action: BulkAction<Row>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await ask(action);
    } finally {
      isBusy.current = false;
    }
  };

  const ask = async (action: BulkAction<Row>) => {
    const { label, fits = () => true, danger = false } = action;
    const fitting = rows.filter(fits);
    const out = rows.length - fitting.length;
    const left = out > 0 ? t('bulk.leftOut', { count: out, number: number(out) }) : '';
    if (fitting.length === 0) {
      notify.error(t('bulk.noneFits'));
      return;
    }
    const { title, text } = action.ask(fitting);
    // "Cancel" beside "Cancel the orders" would be anybody's guess.
    const cancel = danger ? { cancel: t('back') } : {};
    const question = {
      title,
      text: [text, left].filter(Boolean).join(' '),
      confirm: label,
      danger,
      ...cancel,
    };
    const reason = action.reason
      ? await new Promise<string | null>((answer) =>
          setAsking({ ...question, label: action.reason!, answer }),
        )
      : (await confirm(question)) && '';
    setAsking(null);
    if (reason === null || reason === false) return;
    const controller = new AbortController();
    stop.current = controller;
    const total = fitting.length;
    setRunning({ label, total, tried: 0, outcomes: null });
    const outcomes = await runMany({
      rows: fitting,
      act: (row, key) => action.act(row, key, reason),
      onProgress: (tried) => setRunning({ label, total, tried, outcomes: null }),
      signal: controller.signal,
    });
    const undone = outcomes.filter(({ fate }) => fate !== 'done' && fate !== 'waits');
    const done = outcomes.filter(({ fate }) => fate === 'done').length;
    // What is not there any more could be tried for ever, and nobody would see that it is selected.
    selection.onChange(new Set(undone.filter((each) => !isMissing(each)).map(({ row }) => rowKey(row))));
    void action.after?.();
    if (isGone.current && undone.length > 0)
      notify.error(t('bulk.gone', { done: number(total - undone.length), total: number(total) }));
    else if (done === total) {
      notify.success(t('bulk.done', { count: total, number: number(total) }));
      setRunning(null);
    } else setRunning({ label, total, tried: total, outcomes });
  };

  const isOver = running !== null && running.outcomes !== null;
  return (
    <>
      <SelectionBar selection={selection}>
        {(isTooMany) => (
          <>
            {actions.map((action) => {
              const { label, icon: Icon, danger } = action;
              return (
                <Button
                  key={label}
                  size="xs"
                  variant="default"
                  disabled={isTooMany}
                  leftSection={Icon && <Icon size={15} aria-hidden />}
                  onClick={() => void start(action)}
                  className={danger ? classes.danger : undefined}
                >
                  {label}
                </Button>
              );
            })}
            {children}
          </>
        )}
      </SelectionBar>
      <ReasonDialog asking={asking} />
      <Dialog
        opened={running !== null}
        onClose={() => setRunning(null)}
        busy={!isOver}
        title={running?.label ?? ''}
        closeOnClickOutside={false}
      >
        {running && !running.outcomes && (
          <div className={classes.parts}>
            <p role="status">
              {t('bulk.progress', { tried: number(running.tried), total: number(running.total) })}
            </p>
            <Progress value={(running.tried / running.total) * 100} aria-label={running.label} />
            <Button variant="default" onClick={() => stop.current?.abort()}>
              {t('bulk.stop')}
            </Button>
          </div>
        )}
        {running?.outcomes && (
          <div className={classes.parts}>
            <Outcomes outcomes={running.outcomes} rowKey={rowKey} rowName={rowName} />
            <Button variant="default" onClick={() => setRunning(null)}>
              {t('close')}
            </Button>
          </div>
        )}
      </Dialog>
    </>
  );
}

/** Whether a row is not there any more, or not in the state that the action is for: somebody else was faster. */
const isMissing = <Row,>({ fate, error }: Outcome<Row>) =>
  fate === 'refused' && error instanceof ApiError && error.status === 404;

/** How many were done, and each of the others with the reason. */
function Outcomes<Row>({
  outcomes,
  rowKey,
  rowName,
}: {
  outcomes: readonly Outcome<Row>[];
  rowKey: (row: Row) => number;
  rowName: (row: Row) => string;
}) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const reasonOf = ({ fate, error }: Outcome<Row>) => {
    if (fate === 'unknown') return t('bulk.unknown');
    if (fate === 'left') return t('bulk.left');
    if (error instanceof Refusal) return error.message;
    const [first] = error instanceof ApiError ? Object.values(error.fieldErrors).flat() : [];
    return first ?? sentenceOf(error, t);
  };
  const countOf = (wanted: Fate) => outcomes.filter(({ fate }) => fate === wanted).length;
  const [done, waiting] = [countOf('done'), countOf('waits')];
  const others = outcomes.filter(({ fate }) => fate !== 'done' && fate !== 'waits');
  const kept = others.filter((each) => !isMissing(each));
  const missing = others.filter(isMissing);
  return (
    <>
      <p role="status">{t('bulk.done', { count: done, number: formatNumber(done, locale) })}</p>
      {waiting > 0 && <p>{t('bulk.waiting', { count: waiting, number: formatNumber(waiting, locale) })}</p>}
      {kept.length > 0 && (
        <p>{t('bulk.notDone', { count: kept.length, number: formatNumber(kept.length, locale) })}</p>
      )}
      <ul className={classes.reasons}>
        {kept.map((outcome) => (
          <li key={rowKey(outcome.row)}>
            <bdi>{rowName(outcome.row)}</bdi>
            <span>{reasonOf(outcome)}</span>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <>
          <p>{t('bulk.missing', { count: missing.length, number: formatNumber(missing.length, locale) })}</p>
          <ul className={classes.reasons}>
            {missing.map(({ row }) => (
              <li key={rowKey(row)}>
                <bdi>{rowName(row)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
