import { CompanyRuleForm, type CompanySignIn } from '@daftar/contract/company-sign-in';
import { Checkbox, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { notify } from '../../../ui/notify.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { PasswordField } from '../../auth/index.ts';
import { useSetCompanyRule } from '../company-api.ts';
import classes from './user-drawer.module.css';

interface CompanyRuleProps {
  settings: CompanySignIn;
  opened: boolean;
  onClose: () => void;
}

/** Whether everybody needs the company's account, and which owners do without. */
export function CompanyRuleDrawer({ settings, opened, onClose }: CompanyRuleProps) {
  const { t } = useTranslation('team');
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title={t('company.rule.title')}
      unsavedText={t('user.leave')}
    >
      <Fields settings={settings} onDone={onClose} />
    </SideDrawer>
  );
}

function Fields({ settings, onDone }: { settings: CompanySignIn; onDone: () => void }) {
  const { t } = useTranslation(['team', 'common', 'auth']);
  const { send } = useSetCompanyRule();
  const named = settings.owners.filter((owner) => owner.break_glass).map(({ id }) => id);
  const form = useContractForm<{ required: boolean; break_glass: number[]; current_password: string }>(
    CompanyRuleForm,
    {
      initialValues: {
        required: settings.required_since !== null,
        break_glass: named,
        current_password: '',
      },
      submit: async (body) => {
        notify.success((await send({ body })).message);
        onDone();
      },
    },
  );
  return (
    <Form form={form} className={classes.form}>
      <p className={classes.lead}>{t('company.rule.text')}</p>
      <Switch {...form.field('required', 'checkbox')} label={t('company.rule.required')} />
      <Checkbox.Group
        label={t('company.rule.owners')}
        description={t('company.rule.ownersHelp')}
        value={form.values.break_glass.map(String)}
        error={form.errors.break_glass}
        onChange={(chosen) => form.set('break_glass', chosen.map(Number))}
      >
        <div className={classes.choices}>
          {settings.owners.map(({ id, name, ready }) => (
            <Checkbox
              key={id}
              value={String(id)}
              label={name}
              {...(ready ? {} : { description: t('company.rule.notReady') })}
              disabled={!ready}
            />
          ))}
        </div>
      </Checkbox.Group>
      <PasswordField
        {...form.field('current_password')}
        label={t('auth:currentPassword')}
        autoComplete="current-password"
      />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('common:save')}</SubmitButton>
        <LeaveButton />
      </div>
    </Form>
  );
}
