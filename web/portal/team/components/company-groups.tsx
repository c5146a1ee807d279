import {
  COMPANY_GROUPS_MAXIMUM,
  CompanyGroupsForm,
  type CompanySignIn,
} from '@daftar/contract/company-sign-in';
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { notify } from '../../../ui/notify.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { stepUp } from '../../auth/index.ts';
import { useRoles } from '../api.ts';
import { useSaveCompanyGroups } from '../company-api.ts';
import classes from './user-drawer.module.css';

interface CompanyGroupsProps {
  settings: CompanySignIn;
  opened: boolean;
  onClose: () => void;
}

/** Which role each group of the company has. */
export function CompanyGroupsDrawer({ settings, opened, onClose }: CompanyGroupsProps) {
  const { t } = useTranslation('team');
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title={t('company.groups.title')}
      unsavedText={t('user.leave')}
    >
      <Fields settings={settings} onDone={onClose} />
    </SideDrawer>
  );
}

interface Row {
  name: string;
  role_id: string;
}

function Fields({ settings, onDone }: { settings: CompanySignIn; onDone: () => void }) {
  const { t } = useTranslation(['team', 'common', 'auth']);
  const { send } = useSaveCompanyGroups();
  // The first role is the owner's, which no group gives.
  const roles = (useRoles().data?.data ?? []).filter(({ editable }) => editable);
  const form = useContractForm<{ groups: Row[] }>(CompanyGroupsForm, {
    initialValues: {
      groups: settings.groups.map(({ name, role_id }) => ({ name, role_id: String(role_id) })),
    },
    submit: async ({ groups }) => {
      const question = {
        title: t('company.proveTitle'),
        text: t('company.groups.prove'),
        submit: t('common:save'),
      };
      notify.success((await stepUp(question, (proof) => send({ body: { groups, ...proof } }))).message);
      onDone();
    },
  });
  const { groups } = form.values;
  const change = (at: number, fields: Partial<Row>) =>
    form.set(
      'groups',
      groups.map((row, index) => (index === at ? { ...row, ...fields } : row)),
    );
  return (
    <Form form={form} className={classes.form}>
      <p className={classes.lead}>{t('company.groups.text')}</p>
      {groups.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is what a row is known by.
        <fieldset key={at} className={classes.row}>
          <TextInput
            label={t('company.groups.name')}
            value={row.name}
            error={form.errors[`groups.${at}.name`]}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
            classNames={{ input: classes.plain ?? '' }}
          />
          <NativeSelect
            label={t('field.role')}
            value={row.role_id}
            error={form.errors[`groups.${at}.role_id`]}
            onChange={(event) => change(at, { role_id: event.currentTarget.value })}
            data={[
              { value: '', label: t('field.chooseRole'), disabled: true },
              ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            size={40}
            aria-label={t('company.groups.remove', { name: row.name })}
            onClick={() =>
              form.set(
                'groups',
                groups.filter((_, index) => index !== at),
              )
            }
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </fieldset>
      ))}
      {form.errors.groups}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={groups.length >= COMPANY_GROUPS_MAXIMUM}
        onClick={() => form.set('groups', [...groups, { name: '', role_id: '' }])}
      >
        {t('company.groups.add')}
      </Button>
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('common:save')}</SubmitButton>
        <LeaveButton />
      </div>
    </Form>
  );
}
