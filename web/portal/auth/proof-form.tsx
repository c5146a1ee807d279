import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { PasswordField } from './fields.tsx';
import classes from './proof-form.module.css';

const Proof = z.object({ current_password: z.string().check(z.minLength(1, { error: 'Required' })) });

interface ProofFormProps {
  /** Above the text, where the dialog has no header of its own. */
  heading?: ReactNode;
  text: string;
  /** The verb of the button. */
  submit: string;
  danger?: boolean | undefined;
  /** Other ways to prove who it is, beside the button. */
  others?: ReactNode;
  /** Does it; a refusal shows under the password. */
  run: (current_password: string) => Promise<void>;
  onCancel: () => void;
}

/** The password once more, for a dialog that asks before what a stolen session must not do. */
export function ProofForm({ heading, text, submit, danger, others, run, onCancel }: ProofFormProps) {
  const { t } = useTranslation(['auth', 'common']);
  const form = useContractForm(Proof, {
    initialValues: { current_password: '' },
    submit: ({ current_password }) => run(current_password),
  });
  return (
    <Form form={form} className={classes.form}>
      {heading}
      <p>{text}</p>
      <PasswordField
        {...form.field('current_password')}
        label={t('currentPassword')}
        autoComplete="current-password"
        data-autofocus
      />
      <div className={classes.actions}>
        <SubmitButton form={form} {...(danger ? { color: 'red' } : {})}>
          {submit}
        </SubmitButton>
        {others}
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </Form>
  );
}
