import { KeyForm, type NewKey } from '@daftar/contract/api-keys';
import type { Permission } from '@daftar/contract/permissions';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { stepUp } from '../../auth/index.ts';
import { useCreateKey } from '../api.ts';
import { KeyPermissions } from './key-permissions.tsx';
import classes from './parts.module.css';

interface KeyDrawerProps {
  opened: boolean;
  onClose: () => void;
  onMade: (made: NewKey) => void;
}

/** Creates a restricted key: its name and permissions. */
export function KeyDrawer({ opened, onClose, onMade }: KeyDrawerProps) {
  const { t } = useTranslation(['account', 'common']);
  const { send } = useCreateKey();
  const form = useContractForm<{ name: string; permissions: Permission[] }>(KeyForm, {
    initialValues: { name: '', permissions: [] },
    submit: async (values) => {
      const question = {
        title: t('keys.proveTitle'),
        text: t('keys.proveText'),
        submit: t('keys.make'),
      };
      const made = await stepUp(question, (proof) => send({ body: { ...values, ...proof } }));
      onClose();
      onMade(made.data);
    },
  });
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('keys.add')} width={30}>
      <Form form={form} className={classes.form}>
        <TextInput
          {...form.field('name')}
          withAsterisk
          label={t('keys.name')}
          description={t('keys.nameHelp')}
          autoComplete="off"
          classNames={{ input: classes.plain ?? '' }}
          data-autofocus
        />
        <KeyPermissions
          value={form.values.permissions}
          error={form.errors.permissions}
          onChange={(chosen) => form.set('permissions', chosen)}
        />
        <div className={classes.buttons}>
          <SubmitButton form={form}>{t('keys.make')}</SubmitButton>
          <LeaveButton />
        </div>
      </Form>
    </SideDrawer>
  );
}
