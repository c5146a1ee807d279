import { OperatorLoginForm, ops } from '@daftar/contract/ops';
import { PasswordInput, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useBusy } from '../../portal/shared/activity.ts';
import { Brand } from '../../ui/brand.tsx';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { notify } from '../../ui/notify.tsx';
import { call } from '../shared/call.ts';
import classes from './sign-in-page.module.css';
import { Tools } from './tools.tsx';

/** Where a sign-in leads: back to where it was asked for, within the console alone. */
export function placeAfter(next: string | undefined): string {
  return next && /^\/(?!\/|\\)/.test(next) ? `/ops${next.replace(/^\/ops(?=\/|$)/, '')}` : '/ops/';
}

/** `/ops/sign-in`: e-mail, password and the code of the authenticator. */
export default function SignInPage() {
  const { t } = useTranslation('ops');
  const busy = useBusy();
  const { next } = useSearch({ strict: false }) as { next?: string };
  const form = useContractForm(OperatorLoginForm, {
    initialValues: { email: '', password: '', code: '' },
    submit: async (values) => {
      await call(ops.login, { body: values });
      notify.clear();
      window.location.replace(placeAfter(next));
    },
  });
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Brand />
        <span>
          <Tools />
        </span>
      </header>
      <main className={classes.main} aria-busy={busy}>
        <h1 className={classes.title} tabIndex={-1}>
          {t('signIn.title')}
        </h1>
        <p className={classes.text}>{t('signIn.text')}</p>
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
          <PasswordInput
            {...form.field('password')}
            label={t('signIn.password')}
            autoComplete="current-password"
            size="md"
            visibilityToggleButtonProps={{ 'aria-label': t('signIn.show'), tabIndex: 0, size: 32 }}
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
      </main>
    </div>
  );
}
