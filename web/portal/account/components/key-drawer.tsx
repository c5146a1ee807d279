import { KEY_PERMISSIONS, KeyForm, type NewKey } from '@daftar/contract/api-keys';
import { PERMISSION_GROUPS, type Permission } from '@daftar/contract/permissions';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { textKey } from '../../../ui/text-key.ts';
import { stepUp } from '../../auth/index.ts';
import { useCan } from '../../shared/permissions.ts';
import { useCreateKey } from '../api.ts';
import classes from './parts.module.css';

const groups = Object.entries(PERMISSION_GROUPS)
  .map(([name, all]) => ({ name, permissions: all.filter((each) => KEY_PERMISSIONS.includes(each)) }))
  .filter(({ permissions }) => permissions.length > 0);

interface KeyDrawerProps {
  opened: boolean;
  onClose: () => void;
  onMade: (made: NewKey) => void;
}

/** Creates a restricted key: its name and permissions. */
export function KeyDrawer({ opened, onClose, onMade }: KeyDrawerProps) {
  const { t } = useTranslation(['account', 'common', 'messages']);
  const can = useCan();
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
        <Checkbox.Group
          withAsterisk
          label={t('keys.may')}
          description={t('keys.mayHelp')}
          value={form.values.permissions}
          error={form.errors.permissions}
          onChange={(chosen) => form.set('permissions', chosen as Permission[])}
        >
          <div className={classes.scopes}>
            {groups.map(({ name, permissions }) => (
              <fieldset key={name} className={classes.scopeGroup}>
                <legend>{t(textKey('messages:permissionGroup.', name))}</legend>
                {permissions.map((each) => (
                  <Checkbox
                    key={each}
                    value={each}
                    label={t(`messages:permission.${each}`)}
                    disabled={!can(each)}
                  />
                ))}
              </fieldset>
            ))}
          </div>
        </Checkbox.Group>
        <div className={classes.buttons}>
          <SubmitButton form={form}>{t('keys.make')}</SubmitButton>
          <LeaveButton />
        </div>
      </Form>
    </SideDrawer>
  );
}
