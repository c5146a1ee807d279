import { AcceptInvitationForm, auth } from '@daftar/contract/auth';
import { Checkbox } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { useSearchOf } from '../../ui/link.tsx';
import { forgetPasswordPath, joinPath, loginPath } from '../paths/auth.ts';
import { call } from '../shared/call.ts';
import { setNextPlace } from '../shared/next-place.ts';
import classes from './fields.module.css';
import { PasswordField } from './fields.tsx';
import { GuestLink } from './guest-link.tsx';
import { AuthCard } from './layout.tsx';
import { type AskedStep, nextOf, welcome } from './next-factor.tsx';

/** Accepts a further business's invitation with the password that the person has already, in place of any open session. */
export default function JoinPage() {
  const { t } = useTranslation('auth');
  const router = useRouter();
  const { email = '', token = '' } = useSearchOf(joinPath);
  const [asked, setAsked] = useState<AskedStep | null>(null);
  const form = useContractForm(AcceptInvitationForm, {
    initialValues: { email, token, password: '', remember_me: false },
    submit: async (values) => {
      const { data } = await call(auth.acceptInvitation, { body: values });
      const next = await nextOf(data);
      if ('data' in next) enter(next.data);
      else setAsked(next);
    },
  });
  const enter = (data: Parameters<typeof welcome>[0]) => {
    // Where somebody was going in another business is no place in this one.
    setNextPlace(null);
    welcome(data, form.values.remember_me, router.history);
  };
  if (asked) return <asked.Page token={asked.token} onSignedIn={enter} onBack={() => setAsked(null)} />;
  return (
    <AuthCard
      title={t('join.title')}
      text={
        <>
          {t('join.text')} <bdi>{email}</bdi>
        </>
      }
      foot={<GuestLink to={loginPath}>{t('backToLogin')}</GuestLink>}
    >
      <Form form={form} className={classes.form}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          {...form.field('password')}
          label={t('password')}
          autoComplete="current-password"
          autoFocus
        />
        <div className={classes.between}>
          <Checkbox {...form.field('remember_me', 'checkbox')} label={t('login.remember')} />
          <GuestLink to={forgetPasswordPath} size="sm">
            {t('login.forgot')}
          </GuestLink>
        </div>
        <SubmitButton form={form} size="md" fullWidth>
          {t('join.submit')}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
}
