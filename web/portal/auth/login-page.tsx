import { auth, LoginForm } from '@daftar/contract/auth';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { notify } from '../../ui/notify.tsx';
import { companySignInPath, forgetPasswordPath, signUpPath } from '../paths/auth.ts';
import { ApiError, call, sentenceOf } from '../shared/call.ts';
import { endReason } from '../shared/ended.ts';
import classes from './fields.module.css';
import { PasswordField } from './fields.tsx';
import { GuestLink } from './guest-link.tsx';
import { AuthCard } from './layout.tsx';
import { type AskedStep, nextOf, welcome } from './next-factor.tsx';

export default function LoginPage() {
  const { t } = useTranslation(['auth', 'common']);
  const router = useRouter();
  const email = useLocation({ select: ({ state }) => state.email ?? '' });
  const ended = endReason();
  const [asked, setAsked] = useState<AskedStep | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const form = useContractForm(LoginForm, {
    initialValues: { email, password: '', remember_me: false },
    submit: async (values) => {
      setRefused(null);
      const { data } = await call(auth.login, { body: values });
      const next = await nextOf(data);
      if ('data' in next) welcome(next.data, values.remember_me, router.history);
      else setAsked(next);
    },
    // The toast states the error and goes; the form says it until something else is typed.
    onError: (error) => {
      if (!(error instanceof ApiError && error.status < 429 && error.status !== 422)) return false;
      const sentence = sentenceOf(error, t);
      notify.fieldError(sentence);
      setRefused(sentence);
      return true;
    },
  });
  const remember = form.values.remember_me;
  const enterByPasskey = async () => {
    const data = await (await import('./passkey.ts')).signInByPasskey(remember, t);
    if (data) welcome(data, remember, router.history);
  };
  if (asked) {
    return (
      <asked.Page
        token={asked.token}
        onSignedIn={(data) => welcome(data, remember, router.history)}
        onBack={() => setAsked(null)}
      />
    );
  }
  return (
    <AuthCard
      title={t('login.title')}
      text={t(ended ? `login.ended.${ended}` : 'login.text')}
      foot={
        <>
          {t('login.noAccount')} <GuestLink to={signUpPath}>{t('login.create')}</GuestLink>
        </>
      }
    >
      <Form form={form} className={classes.form} onInput={() => setRefused(null)}>
        <TextInput
          {...form.field('email')}
          {...(refused !== null && { error: form.errors.email ?? true })}
          label={t('email')}
          type="email"
          autoComplete="username"
          size="md"
          classNames={{ input: classes.ltr }}
          autoFocus={email === ''}
        />
        <PasswordField
          {...form.field('password')}
          {...(refused !== null && { error: form.errors.password ?? refused })}
          label={t('password')}
          autoComplete="current-password"
          autoFocus={email !== ''}
        />
        <div className={classes.between}>
          <Checkbox {...form.field('remember_me', 'checkbox')} label={t('login.remember')} />
          <GuestLink to={forgetPasswordPath} size="sm">
            {t('login.forgot')}
          </GuestLink>
        </div>
        <SubmitButton form={form} size="md" fullWidth>
          {t('login.submit')}
        </SubmitButton>
        {'PublicKeyCredential' in window && (
          <Button variant="default" size="md" fullWidth onClick={() => void enterByPasskey()}>
            {t('login.passkey')}
          </Button>
        )}
        <Button component={Link} to={companySignInPath} variant="default" size="md" fullWidth>
          {t('login.company')}
        </Button>
      </Form>
    </AuthCard>
  );
}
