import { COMPANY_RETURN_PATH, type CompanySignIn, CompanySignInForm } from '@daftar/contract/company-sign-in';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { notify } from '../../../ui/notify.tsx';
import { SecretInput } from '../../../ui/secret-input.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { stepUp } from '../../auth/index.ts';
import { useSaveCompany } from '../company-api.ts';
import { Copied } from './copied.tsx';
import classes from './user-drawer.module.css';

interface CompanyDrawerProps {
  /** Null while the business has no provider. */
  settings: CompanySignIn | null;
  opened: boolean;
  onClose: () => void;
}

/** Enters or changes the company's provider. */
export function CompanyDrawer({ settings, opened, onClose }: CompanyDrawerProps) {
  const { t } = useTranslation('team');
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('company.title')} unsavedText={t('user.leave')}>
      <Fields settings={settings} onDone={onClose} />
    </SideDrawer>
  );
}

function Fields({ settings, onDone }: { settings: CompanySignIn | null; onDone: () => void }) {
  const { t } = useTranslation(['team', 'common', 'auth']);
  const { send } = useSaveCompany();
  const form = useContractForm(CompanySignInForm, {
    initialValues: {
      issuer: settings?.issuer ?? '',
      client_id: settings?.client_id ?? '',
      client_secret: '',
      domain: settings?.domain ?? '',
      second_step_there: settings?.second_step_there ?? false,
    },
    rules: ({ client_secret }): Record<string, string | undefined> =>
      settings === null && client_secret.trim() === '' ? { client_secret: 'Required' } : {},
    submit: async (values) => {
      const question = {
        title: t('company.proveTitle'),
        text: t('company.proveText'),
        submit: t('common:save'),
      };
      notify.success((await stepUp(question, (proof) => send({ body: { ...values, ...proof } }))).message);
      onDone();
    },
  });
  const ltr = { input: classes.ltr ?? '' };
  const returnUrl = settings?.return_url ?? `${window.location.origin}${COMPANY_RETURN_PATH}`;
  return (
    <Form form={form} className={classes.form}>
      <p className={classes.lead}>{t('company.help')}</p>
      <div>
        <div className={classes.lead}>{t('company.returnUrl')}</div>
        <Copied value={returnUrl} label={t('company.copyReturnUrl')} />
      </div>
      <TextInput
        {...form.field('issuer')}
        withAsterisk
        label={t('company.issuer')}
        description={t('company.issuerHelp')}
        placeholder="https://login.example.com"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        classNames={ltr}
        data-autofocus
      />
      <TextInput
        {...form.field('client_id')}
        withAsterisk
        label={t('company.clientId')}
        autoComplete="off"
        spellCheck={false}
        classNames={ltr}
      />
      <SecretInput
        {...form.field('client_secret')}
        withAsterisk={settings === null}
        label={t('company.clientSecret')}
        {...(settings ? { description: t('company.secretKept') } : {})}
        show={t('company.showSecret')}
        autoComplete="off"
        classNames={ltr}
      />
      <TextInput
        {...form.field('domain')}
        withAsterisk
        label={t('company.domain')}
        description={t('company.domainHelp')}
        placeholder="example.com"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        classNames={ltr}
      />
      <Checkbox
        {...form.field('second_step_there', 'checkbox')}
        label={t('company.secondStepThere')}
        description={t('company.secondStepHelp')}
      />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('common:save')}</SubmitButton>
        <LeaveButton />
      </div>
    </Form>
  );
}
