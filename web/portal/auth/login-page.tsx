import { auth, LoginForm } from '@daftar/contract/auth';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCatalogues } from '../../shared/locale.ts';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { notify } from '../../ui/notify.tsx';
import { forgetPasswordPath, signUpPath } from '../paths/auth.ts';
import { ApiError, call } from '../shared/call.ts';
import { endReason, forgetEndReason } from '../shared/ended.ts';
import { takeNextPlace } from '../shared/next-place.ts';
import { session } from '../shared/session.ts';
import classes from './fields.module.css';
import { PasswordField } from './fields.tsx';
import { GuestLink } from './guest-link.tsx';
import { AuthCard } from './layout.tsx';
import type { SecondStepProps } from './second-step.tsx';

export default function LoginPage() {
  const { t } = useTranslation('auth');
  const router = useRouter();
  const email = useLocation({ select: ({ state }) => state.email ?? '' });
  const ended = endReason();
  const [asked, setAsked] = useState<{ Page: ComponentType<SecondStepProps>; token: string } | null>(null);
  const welcome = (data: Parameters<typeof session.signIn>[0], remember: boolean) => {
    forgetEndReason();
    session.signIn(data, remember);
    notify.clear();
    router.history.replace(takeNextPlace());
  };
  const [refused, setRefused] = useState(false);
  const form = useContractForm(LoginForm, {
    initialValues: { email, password: '', remember_me: false },
    submit: async (values) => {
      setRefused(false);
      const { data } = await call(auth.login, { body: values });
      if ('second_step' in data) {
        const [page] = await Promise.all([import('./second-step.tsx'), loadCatalogues('second-step')]);
        setAsked({ Page: page.SecondStep, token: data.second_step.token });
      } else if ('second_step_missing' in data) {
        const [page] = await Promise.all([import('./set-up-second-step.tsx'), loadCatalogues('second-step')]);
        setAsked({ Page: page.SetUpSecondStep, token: data.second_step_missing.token });
      } else welcome(data, values.remember_me);
    },
    // The toast states the error; screen readers are told which fields it is about.
    onError: (error) => {
      setRefused(error instanceof ApiError && error.status < 429);
      return false;
    },
  });
  const remember = form.values.remember_me;
  const enterByPasskey = async () => {
    const data = await (await import('./passkey.ts')).signInByPasskey(remember, t);
    if (data) welcome(data, remember);
  };
  if (asked) {
    return (
      <asked.Page
        token={asked.token}
        onSignedIn={(data) => welcome(data, remember)}
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
      <Form form={form} className={classes.form}>
        <TextInput
          {...form.field('email')}
          {...(refused && { error: form.errors.email ?? true })}
          label={t('email')}
          type="email"
          autoComplete="username"
          size="md"
          classNames={{ input: classes.ltr }}
          autoFocus={email === ''}
        />
        <PasswordField
          {...form.field('password')}
          {...(refused && { error: form.errors.password ?? true })}
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
      </Form>
    </AuthCard>
  );
}
