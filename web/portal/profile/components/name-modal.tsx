import type { Passkey } from '@daftar/contract/passkeys';
import { profile } from '@daftar/contract/profile';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useRenamePasskey } from '../api.ts';
import classes from './section.module.css';

interface NameModalProps {
  passkey: Passkey;
  opened: boolean;
  onClose: () => void;
}

/** Renames a passkey. */
export function NameModal({ passkey, opened, onClose }: NameModalProps) {
  const { t } = useTranslation(['profile', 'common']);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('passkeys.renameTitle')}
      classNames={{ title: classes.title ?? '' }}
    >
      <NameForm passkey={passkey} onClose={onClose} />
    </Dialog>
  );
}

function NameForm({ passkey, onClose }: Omit<NameModalProps, 'opened'>) {
  const { t } = useTranslation(['profile', 'common']);
  const { send } = useRenamePasskey();
  const form = useContractForm(profile.renamePasskey.body, {
    initialValues: { name: passkey.name },
    submit: async (body) => {
      const { message } = await send({ params: { id: passkey.id }, body });
      notify.success(message);
      onClose();
    },
  });
  return (
    <Form form={form} className={classes.form}>
      <TextInput {...form.field('name')} label={t('passkeys.name')} autoComplete="off" data-autofocus />
      <div className={classes.actions}>
        <SubmitButton form={form}>{t('common:save')}</SubmitButton>
        <LeaveButton />
      </div>
    </Form>
  );
}
