import { FILE_MAXIMUM_BYTES } from '@daftar/contract/files';
import { type BreakDetails, EvidenceForm, MAX_EVIDENCE } from '@daftar/contract/ops-reconciliation';
import { Button, Group, Stack } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AttachmentField } from '../../../ui/attachment-field.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Email } from '../../../ui/email.tsx';
import { FilePreview, type NamedFile } from '../../../ui/file-preview.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { formatMegabytes } from '../../../ui/upload-rules.ts';
import { useMay } from '../../shared/operator.ts';
import { addEvidence, readEvidence } from '../api.ts';
import classes from '../reconciliation.module.css';

/** The files that prove what became of a break. */
export function Evidence({ row: { id, evidence } }: { row: BreakDetails }) {
  const { t } = useTranslation('ops-reconciliation');
  const mayAdd = useMay()('ops:reconciliation');
  const [shown, setShown] = useState<NamedFile | null>(null);
  const [adding, setAdding] = useState(false);
  const read = useCallback(
    (file: string, signal: AbortSignal) => readEvidence(id, Number(file), signal),
    [id],
  );
  if (evidence.length === 0 && !mayAdd) return null;
  return (
    <Section title={t('evidence')}>
      <Stack gap="sm" align="flex-start">
        {evidence.length === 0 && <span className={classes.quiet}>{t('noEvidence')}</span>}
        {evidence.map((file) => (
          <div key={file.id} className={classes.note}>
            <div className={classes.quiet}>
              <Email value={file.actor} /> · <DateText value={file.created_at} />
            </div>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => setShown({ path: String(file.id), name: file.name })}
            >
              <bdi>{file.name}</bdi>
            </Button>
          </div>
        ))}
        {mayAdd && evidence.length < MAX_EVIDENCE && (
          <Button
            variant="default"
            leftSection={<IconPaperclip size={18} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('addEvidence')}
          </Button>
        )}
      </Stack>
      <FilePreview file={shown} onClose={() => setShown(null)} read={read} />
      <Dialog opened={adding} onClose={() => setAdding(false)} title={t('evidenceTitle')}>
        {adding && <AddForm id={id} onClose={() => setAdding(false)} />}
      </Dialog>
    </Section>
  );
}

interface Values extends Record<string, unknown> {
  file: File | null;
}

function AddForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('ops-reconciliation');
  const locale = useLocale();
  const form = useContractForm<Values>(EvidenceForm, {
    initialValues: { file: null },
    toInput: () => ({}),
    submit: async ({ file }, { idempotencyKey }) => {
      const { message } = await addEvidence(id, file, idempotencyKey);
      notify.success(message);
      onClose();
    },
  });
  return (
    <Form form={form}>
      <Stack gap="md">
        <div>{t('evidenceText')}</div>
        <AttachmentField
          value={form.values.file}
          onChange={(file) => form.set('file', file)}
          error={form.errors.file}
          words={{
            label: t('evidence'),
            description: t('evidenceHelp', { megabytes: formatMegabytes(FILE_MAXIMUM_BYTES, locale) }),
            choose: t('evidenceChoose'),
            clear: t('evidenceClear'),
          }}
        />
        <Group justify="flex-end">
          <LeaveButton />
          <SubmitButton form={form}>{t('addEvidence')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
