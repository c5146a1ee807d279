import { type ChargebackDetails, chargebacks } from '@daftar/contract/chargebacks';
import type { StoredFile } from '@daftar/contract/files';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { useAnswerChargeback } from '../api.ts';
import classes from './detail.module.css';
import { EvidenceField } from './evidence.tsx';

interface AnswerValues extends Record<string, unknown> {
  answer: string;
  files: string[];
}

/** The merchant's response with its files, until the deadline; sent again, it replaces the former one. */
export function AnswerForm({ chargeback }: { chargeback: ChargebackDetails }) {
  const { t } = useTranslation('chargebacks');
  const { send } = useAnswerChargeback();
  const form = useContractForm<AnswerValues>(chargebacks.answer.body, {
    initialValues: { answer: chargeback.answer, files: chargeback.evidence.map(({ path }) => path) },
    submit: async (values, { idempotencyKey }) => {
      const { message } = await send({ params: { id: chargeback.id }, body: values, idempotencyKey });
      notify.success(message);
      form.resetTo(values);
    },
  });
  useUnsavedGuard(form.isDirty);
  const [evidence, setEvidence] = useState<readonly StoredFile[]>(chargeback.evidence);
  const changeEvidence = (next: readonly StoredFile[]) => {
    setEvidence(next);
    form.set(
      'files',
      next.map(({ path }) => path),
    );
  };
  return (
    <Form form={form} className={classes.form} label={t('response.title')}>
      <Textarea
        {...form.field('answer')}
        label={t('drawer.answer')}
        description={t('answer.help')}
        rows={7}
        maxLength={4000}
        classNames={{ input: classes.plain ?? '' }}
      />
      <EvidenceField
        chargebackId={chargeback.id}
        files={evidence}
        onChange={changeEvidence}
        error={form.errors.files}
      />
      <div>
        <SubmitButton form={form}>{chargeback.answer ? t('answer.replace') : t('answer.send')}</SubmitButton>
      </div>
    </Form>
  );
}
