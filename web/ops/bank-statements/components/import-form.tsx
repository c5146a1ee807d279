import { FILE_MAXIMUM_BYTES } from '@daftar/contract/files';
import {
  type StatementAccount,
  StatementFileForm,
  type StatementResult,
} from '@daftar/contract/ops-bank-statements';
import { Alert, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DaysText } from '../../../ui/date.tsx';
import { DayInput } from '../../../ui/day-input.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { ApiError, sentenceOf } from '../../../ui/errors.ts';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { notify } from '../../../ui/notify.tsx';
import { UploadField } from '../../../ui/upload-field.tsx';
import { formatMegabytes } from '../../../ui/upload-rules.ts';
import { BankFileNotes } from '../../shared/bank-file-notes.tsx';
import { ownAccountOptions } from '../../shared/own-account.ts';
import { importStatement, previewStatement, type StatementToImport } from '../api.ts';

interface Values extends Record<string, unknown> {
  account: string;
  opening: string;
  closing: string;
  last_day: string;
}

/** The server judges by content, whatever the name. */
const STATEMENTS = { kinds: ['xml', 'sta', '940', 'txt', 'csv', 'xlsx'], refusal: null } as const;

/** Imports a statement in two steps: what it would do, then doing it. */
export function ImportForm({
  accounts,
  onDone,
}: {
  accounts: readonly StatementAccount[];
  onDone: () => void;
}) {
  const { t } = useTranslation('ops-bank-statements');
  const locale = useLocale();
  const [file, setFile] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [shown, setShown] = useState<{ of: StatementToImport; result: StatementResult } | null>(null);
  /** What the server says of the file itself is shown under it. */
  const refused = (error: unknown): boolean => {
    const said = error instanceof ApiError && error.status === 422 ? error.fieldErrors.file : undefined;
    if (said?.length) setRefusal(said.join(' '));
    return Boolean(said?.length);
  };
  const form = useContractForm<Values>(StatementFileForm, {
    initialValues: { account: String(accounts[0]?.id ?? ''), opening: '', closing: '', last_day: '' },
    toInput: ({ opening, closing, last_day }) =>
      Object.fromEntries(
        Object.entries({ opening, closing, last_day }).filter(([, value]) => value.trim() !== ''),
      ),
    submit: async ({ account, opening, closing, last_day }) => {
      if (!file) {
        setRefusal(t('chooseFile'));
        return;
      }
      setRefusal(null);
      const of = { accountId: Number(account), file, opening, closing, last_day };
      setShown({ of, result: await previewStatement(of) });
    },
    onError: refused,
  });
  const back = () => setShown(null);
  if (shown) return <Step shown={shown} onBack={back} onDone={onDone} onRefused={refused} />;
  return (
    <Form form={form} label={t('import')}>
      <Stack gap="md">
        <p>{t('importText', { megabytes: formatMegabytes(FILE_MAXIMUM_BYTES, locale) })}</p>
        <NativeSelect
          {...form.field('account')}
          data-autofocus
          withAsterisk
          label={t('account')}
          data={ownAccountOptions(accounts)}
        />
        <UploadField
          label={t('file')}
          required
          rule={STATEMENTS}
          maximumBytes={FILE_MAXIMUM_BYTES}
          error={refusal}
          onFiles={([first]) => {
            setFile(first ?? null);
            setRefusal(null);
          }}
        >
          {file && <bdi>{file.name}</bdi>}
        </UploadField>
        <TextInput
          {...form.field('opening')}
          label={t('opening')}
          description={t('balanceHelp')}
          inputMode="decimal"
          dir="ltr"
        />
        <TextInput {...form.field('closing')} label={t('closing')} inputMode="decimal" dir="ltr" />
        <DayInput
          label={t('lastDay')}
          description={t('lastDayHelp')}
          value={form.values.last_day}
          onChange={(value) => form.set('last_day', value)}
          error={form.errors.last_day}
        />
        <Group justify="flex-end">
          <LeaveButton />
          <SubmitButton form={form}>{t('check')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}

interface StepProps {
  shown: { of: StatementToImport; result: StatementResult };
  onBack: () => void;
  onDone: () => void;
  onRefused: (error: unknown) => boolean;
}

/** What importing would do, and the button that does it. */
function Step({ shown: { of, result }, onBack, onDone, onRefused }: StepProps) {
  const { t } = useTranslation(['ops-bank-statements', 'common']);
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { message } = await importStatement(of);
      notify.success(message);
      onDone();
    } catch (error) {
      if (onRefused(error)) onBack();
      else notify.error(sentenceOf(error, t));
    } finally {
      setBusy(false);
    }
  };
  const figure = (value: number) => formatNumber(value, locale);
  return (
    <Stack gap="md">
      <p>
        <bdi>{of.file.name}</bdi>
      </p>
      <Facts
        facts={[
          { label: t('format'), value: t(`format.${result.format}`) },
          {
            label: t('days'),
            value: <DaysText from={result.first_day} to={result.last_day} />,
          },
          { label: t('opening'), value: <Money amount={result.opening} /> },
          { label: t('closing'), value: <Money amount={result.closing} /> },
          { label: t('newLines'), value: figure(result.lines) },
          { label: t('knownLines'), value: figure(result.known) },
          { label: t('credits'), value: <Money amount={result.credits} /> },
          { label: t('debits'), value: <Money amount={result.debits} /> },
          { label: t('lineState.matched'), value: figure(result.matched) },
          { label: t('lineState.open'), value: figure(result.open) },
        ]}
      />
      <BankFileNotes notes={result.notes} />
      {result.lines === 0 && <Alert title={t('provesTitle')}>{t('proves')}</Alert>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {t('anotherFile')}
        </Button>
        <Button data-autofocus loading={busy} onClick={() => void run()}>
          {t('import')}
        </Button>
      </Group>
    </Stack>
  );
}
