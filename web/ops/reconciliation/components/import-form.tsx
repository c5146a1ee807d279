import { FILE_MAXIMUM_BYTES } from '@daftar/contract/files';
import { ImportFileForm, type ImportResult } from '@daftar/contract/ops-settlement-files';
import type { ReconciliationProfile } from '@daftar/contract/ops-settlement-profiles';
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, sentenceOf } from '../../../ui/errors.ts';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { MoneyInput } from '../../../ui/money-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { UploadField } from '../../../ui/upload-field.tsx';
import { formatMegabytes } from '../../../ui/upload-rules.ts';
import { type FileToImport, importFile, previewFile } from '../api.ts';
import classes from '../reconciliation.module.css';
import { Preview } from './preview.tsx';

interface Values extends Record<string, unknown> {
  profile: string;
  expected_lines: string;
  expected_net: string;
}

const KINDS = { kinds: ['csv', 'txt', 'xlsx', 'dat'], refusal: null } as const;

/** Imports a file in two steps: what it would do, then doing it. */
export function ImportForm({
  profiles,
  onDone,
}: {
  profiles: readonly ReconciliationProfile[];
  onDone: () => void;
}) {
  const { t } = useTranslation('ops-reconciliation');
  const locale = useLocale();
  const [file, setFile] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [shown, setShown] = useState<{ of: FileToImport; result: ImportResult } | null>(null);
  const toInput = ({ expected_lines, expected_net }: Values) =>
    Object.fromEntries(
      Object.entries({ expected_lines, expected_net }).filter(([, value]) => value.trim() !== ''),
    );
  /** What the server says of the file itself is shown under it. */
  const refused = (error: unknown): boolean => {
    const said = error instanceof ApiError && error.status === 422 ? error.fieldErrors.file : undefined;
    if (said?.length) setRefusal(said.join(' '));
    return Boolean(said?.length);
  };
  const form = useContractForm<Values>(ImportFileForm, {
    initialValues: { profile: String(profiles[0]?.id ?? ''), expected_lines: '', expected_net: '' },
    toInput,
    submit: async (values) => {
      if (!file) {
        setRefusal(t('chooseFile'));
        return;
      }
      setRefusal(null);
      const { profile, expected_lines, expected_net } = values;
      const of = { profileId: Number(profile), file, expected_lines, expected_net };
      setShown({ of, result: await previewFile(of) });
    },
    onError: refused,
  });
  const back = () => setShown(null);
  if (shown) return <Step shown={shown} onBack={back} onDone={onDone} onRefused={refused} />;
  return (
    <Form form={form} label={t('import')}>
      <Stack gap="md">
        <p className={classes.quiet}>
          {t('importText', { megabytes: formatMegabytes(FILE_MAXIMUM_BYTES, locale) })}
        </p>
        <NativeSelect
          {...form.field('profile')}
          data-autofocus
          withAsterisk
          label={t('profile')}
          data={profiles.map(({ id, name, account }) => ({
            value: String(id),
            label: `${account.name}: ${name}`,
          }))}
        />
        <UploadField
          label={t('file')}
          required
          rule={KINDS}
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
          {...form.field('expected_lines')}
          label={t('expectedLines')}
          description={t('expectedHelp')}
          inputMode="numeric"
          dir="ltr"
        />
        <MoneyInput
          label={t('expectedNet')}
          value={form.values.expected_net}
          onChange={(value) => form.set('expected_net', value)}
          error={form.errors.expected_net}
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
  shown: { of: FileToImport; result: ImportResult };
  onBack: () => void;
  onDone: () => void;
  onRefused: (error: unknown) => boolean;
}

/** What importing would do, and the button that does it. */
function Step({ shown: { of, result }, onBack, onDone, onRefused }: StepProps) {
  const { t } = useTranslation(['ops-reconciliation', 'common']);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { message } = await importFile(of);
      notify.success(message);
      onDone();
    } catch (error) {
      if (onRefused(error)) onBack();
      else notify.error(error instanceof ApiError ? firstOf(error) : sentenceOf(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="md">
      <Preview name={of.file.name} result={result} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {t('anotherFile')}
        </Button>
        {result.invalid === 0 && (
          <Button data-autofocus loading={busy} onClick={() => void run()}>
            {t('import')}
          </Button>
        )}
      </Group>
    </Stack>
  );

  function firstOf(error: ApiError): string {
    return Object.values(error.fieldErrors)[0]?.[0] ?? sentenceOf(error, t);
  }
}
