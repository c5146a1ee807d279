import { auth, LoginForm } from '@daftar/contract/auth';
import { Anchor, Checkbox, TextInput } from '@mantine/core';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { call } from '../shared/call.ts';
import { notify } from '../shared/notify.ts';
import { session } from '../shared/session.ts';
import classes from './fields.module.css';
import { PasswordField } from './fields.tsx';
import { AuthCard } from './layout.tsx';

export default function LoginPage() {
  const { t } = useTranslation('auth');
  const router = useRouter();
  const { next, email = '' } = useRouterState({ select: (state) => state.location.state });
  const form = useContractForm(LoginForm, {
    initialValues: { email, password: '', remember_me: false },
    submit: async (values) => {
      const { data } = await call(auth.login, { body: values });
      session.signIn(data, values.remember_me);
      notify.clear();
      await router.navigate({ href: next ?? '/dashboard', replace: true });
    },
  });
  return (
    <AuthCard
      title={t('login.title')}
      text={t('login.text')}
      foot={
        <>
          {t('login.noAccount')}{' '}
          <Anchor component={Link} to="/sign-up">
            {t('login.create')}
          </Anchor>
        </>
      }
    >
      <Form form={form} className={classes.form}>
        <TextInput
          {...form.field('email')}
          label={t('email')}
          type="email"
          autoComplete="username"
          size="md"
          classNames={{ input: classes.ltr }}
          autoFocus={email === ''}
        />
        <PasswordField
          {...form.field('password')}
          label={t('password')}
          autoComplete="current-password"
          autoFocus={email !== ''}
        />
        <div className={classes.between}>
          <Checkbox {...form.field('remember_me', 'checkbox')} label={t('login.remember')} />
          <Anchor component={Link} to="/forget-password" size="sm">
            {t('login.forgot')}
          </Anchor>
        </div>
        <SubmitButton form={form} size="md" fullWidth>
          {t('login.submit')}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
}
