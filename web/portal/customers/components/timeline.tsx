import {
  CUSTOMER_EVENTS,
  type CustomerEvent,
  type CustomerEventKind,
  type CustomerTimeline,
  customerPage,
  EVENT_ACCESS,
} from '@daftar/contract/customer-page';
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section, Timeline } from '../../../ui/detail-page.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExportRows } from '../../../ui/export-rows.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useCan, useMay } from '../../shared/permissions.ts';
import { reasonOf } from '../../shared/use-action.ts';
import { exportCustomer, readOlder, useAddNote, useTimeline } from '../api.ts';
import { itemOf } from './entry.tsx';
import classes from './timeline.module.css';

/** Everything that happened with a customer, newest first, and a field for a note about them. */
export function CustomerHistory({ id }: { id: number }) {
  const { t } = useTranslation('customers');
  const can = useCan();
  const may = useMay();
  const [kind, setKind] = useState<CustomerEventKind | undefined>();
  const kinds = CUSTOMER_EVENTS.filter((each) => can(EVENT_ACCESS[each]));
  return (
    <Section
      title={t('history.title')}
      actions={
        <div className={classes.tools}>
          <NativeSelect
            aria-label={t('history.show')}
            data={[
              { value: '', label: t('history.everything') },
              ...kinds.map((each) => ({ value: each, label: t(`history.kind.${each}`) })),
            ]}
            value={kind ?? ''}
            onChange={(event) => setKind(kinds.find((each) => each === event.currentTarget.value))}
          />
          <ExportRows
            start={({ format }, signal) => exportCustomer(id, format, signal)}
            fileName={`daftar-customer-${id}.csv`}
          />
        </div>
      }
    >
      {may('update-customer') && <NewNote id={id} />}
      <Entries key={kind ?? ''} id={id} kind={kind} />
    </Section>
  );
}

interface EntriesProps {
  id: number;
  kind: CustomerEventKind | undefined;
}

/** What was read beyond the first page, and what comes after it. */
interface Older {
  /** The first page that it follows: another one begins anew. */
  of: CustomerTimeline;
  rows: readonly CustomerEvent[];
  next: string | null;
}

function Entries({ id, kind }: EntriesProps) {
  const { t } = useTranslation('customers');
  const can = useCan();
  const { data, error, refetch } = useTimeline(id, kind);
  const [older, setOlder] = useState<Older | null>(null);
  const [isReading, setIsReading] = useState(false);
  const first = data?.data;
  if (error && !first) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!first) return <Skeleton height="12rem" />;
  const beyond = older?.of === first ? older : { of: first, rows: [], next: first.older };
  const rows = [...first.rows, ...beyond.rows];
  if (rows.length === 0) {
    return <EmptyState icon={IconHistory} title={t('history.empty')} text={t('history.emptyText')} />;
  }
  const read = async (before: string) => {
    setIsReading(true);
    try {
      const { data: page } = await readOlder(id, kind, before);
      setOlder({ of: first, rows: [...beyond.rows, ...page.rows], next: page.older });
    } catch (failure) {
      notify.error(reasonOf(failure));
    } finally {
      setIsReading(false);
    }
  };
  const { next } = beyond;
  return (
    <>
      <Timeline items={rows.map((event) => itemOf(event, can))} />
      {next !== null && (
        <Button variant="default" loading={isReading} onClick={() => void read(next)}>
          {t('history.older')}
        </Button>
      )}
    </>
  );
}

function NewNote({ id }: { id: number }) {
  const { t } = useTranslation('customers');
  const { send } = useAddNote();
  const form = useContractForm(customerPage.addNote.body, {
    initialValues: { text: '' },
    submit: async (body, { idempotencyKey }) => {
      const { message } = await send({ params: { id }, body, idempotencyKey });
      notify.success(message);
      form.reset();
    },
  });
  return (
    <Form form={form} className={classes.form}>
      <Textarea
        {...form.field('text')}
        label={t('note.label')}
        description={t('note.help')}
        autosize
        minRows={1}
        maxRows={8}
        classNames={{ input: classes.plain ?? '' }}
      />
      {form.values.text !== '' && <SubmitButton form={form}>{t('note.add')}</SubmitButton>}
    </Form>
  );
}
