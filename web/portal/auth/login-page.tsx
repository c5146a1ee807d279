import { auth, LoginForm } from '@daftar/contract/auth';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { call } from '../shared/call.ts';
import { notify } from '../shared/notify.ts';
import { session } from '../shared/session.ts';
import classes from './fields.module.css';
import { PasswordField } from './fields.tsx';
import { AuthCard } from './layout.tsx';
import { DoorLink, useDoor } from './place.tsx';

export default function LoginPage() {
  const { t } = useTranslation('auth');
  const { place, enter, approach } = useDoor();
  const { email = '' } = place.carried;
  const form = useContractForm(LoginForm, {
    initialValues: { email, password: '', remember_me: false },
    submit: async (values) => {
      const { data } = await call(auth.login, { body: values });
      session.signIn(data, values.remember_me);
      notify.clear();
      enter();
    },
  });
  return (
    <AuthCard
      title={t('login.title')}
      text={t('login.text')}
      foot={
        <>
          {t('login.noAccount')} <DoorLink to="/sign-up">{t('login.create')}</DoorLink>
        </>
      }
    >
      <Form form={form} className={classes.form} onInput={approach}>
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
          <DoorLink to="/forget-password" size="sm">
            {t('login.forgot')}
          </DoorLink>
        </div>
        <SubmitButton form={form} size="md" fullWidth>
          {t('login.submit')}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
}
