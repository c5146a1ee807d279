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
  /** The label of the button. */
  submit: string;
  danger?: boolean | undefined;
  /** Other methods of step-up, beside the button. */
  others?: ReactNode;
  /** Performs the action; a refusal is shown under the password. */
  run: (current_password: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password again, in a dialog for actions that a stolen session must not perform. */
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
