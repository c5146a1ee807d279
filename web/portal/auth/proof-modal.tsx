import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './proof-form.module.css';
import { ProofForm } from './proof-form.tsx';

interface ProofModalProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  text: string;
  submit: string;
  danger?: boolean;
  /** Performs the action; a refusal is shown under the password. */
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
      <ProofForm {...fields} onCancel={onClose} />
    </Modal>
  );
}
