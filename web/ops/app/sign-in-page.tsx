import { OperatorLoginForm, ops } from '@daftar/contract/ops';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { useSearchOf } from '../../ui/link.tsx';
import { notify } from '../../ui/notify.tsx';
import { SecretInput } from '../../ui/secret-input.tsx';
import { signInPath } from '../paths/app.ts';
import { call } from '../shared/call.ts';
import classes from './guest-frame.module.css';
import { GuestFrame } from './guest-frame.tsx';

/** Where to go after sign-in: the requested address, within the console only. */
export function placeAfter(next: string | undefined): string {
  return next && /^\/(?!\/|\\)/.test(next) ? `/ops${next.replace(/^\/ops(?=\/|$)/, '')}` : '/ops/';
}

/** `/ops/sign-in`: e-mail, password and the code of the authenticator. */
export default function SignInPage() {
  const { t } = useTranslation('ops');
  const { next } = useSearchOf(signInPath);
  const form = useContractForm(OperatorLoginForm, {
    initialValues: { email: '', password: '', code: '' },
    submit: async (values) => {
      await call(ops.login, { body: values });
      notify.clear();
      window.location.replace(placeAfter(next));
    },
  });
  return (
    <GuestFrame title={t('signIn.title')} text={t('signIn.text')}>
      <Form form={form} className={classes.form}>
        <TextInput
          {...form.field('email')}
          label={t('signIn.email')}
          type="email"
          autoComplete="username"
          dir="ltr"
          size="md"
          autoFocus
        />
        <SecretInput
          {...form.field('password')}
          label={t('signIn.password')}
          autoComplete="current-password"
          size="md"
          show={t('signIn.show')}
        />
        <TextInput
          {...form.field('code')}
          label={t('signIn.code')}
          description={t('signIn.codeHelp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          dir="ltr"
          size="md"
        />
        <SubmitButton form={form} size="md" fullWidth>
          {t('signIn.submit')}
        </SubmitButton>
      </Form>
    </GuestFrame>
  );
}
