import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { PasswordField } from './fields.tsx';
import classes from './proof-modal.module.css';

const Proof = z.object({ current_password: z.string().check(z.minLength(1, { error: 'Required' })) });

interface ProofModalProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  text: string;
  submit: string;
  danger?: boolean;
  /** Does it; a refusal shows under the password. */
  run: (current_password: string) => Promise<void>;
}

/** Asks for the password before an action that a stolen session must not perform. */
export function ProofModal({ opened, onClose, title, ...fields }: ProofModalProps) {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('close'), size: 40 }}
      classNames={{ title: classes.title ?? '' }}
    >
      <ProofFields {...fields} onClose={onClose} />
    </Modal>
  );
}

function ProofFields({ text, submit, danger, run, onClose }: Omit<ProofModalProps, 'opened' | 'title'>) {
  const { t } = useTranslation(['auth', 'common']);
  const form = useContractForm(Proof, {
    initialValues: { current_password: '' },
    submit: ({ current_password }) => run(current_password),
  });
  return (
    <Form form={form} className={classes.form}>
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
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </div>
    </Form>
  );
}
