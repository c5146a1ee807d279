import { auth, EmailForm } from '@daftar/contract/auth';
import { TextInput } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { loginPath, signUpPath } from '../paths/auth.ts';
import { call } from '../shared/call.ts';
import classes from './fields.module.css';
import { GuestLink } from './guest-link.tsx';
import { AuthCard } from './layout.tsx';

const CONFIRMATION_MILLISECONDS = 5000;

export default function VerifyEmailPage() {
  const { t } = useTranslation('auth');
  const email = useLocation({ select: ({ state }) => state.email ?? '' });
  const [resent, setResent] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const form = useContractForm(EmailForm, {
    initialValues: { email },
    submit: async (values) => {
      await call(auth.resendCreatePassword, { body: values });
      setResent(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setResent(false), CONFIRMATION_MILLISECONDS);
    },
  });
  return (
    <AuthCard
      title={t('verify.title')}
      text={email ? t('verify.text') : t('verify.unknown')}
      foot={<GuestLink to={loginPath}>{t('backToLogin')}</GuestLink>}
    >
      <Form form={form} className={classes.form}>
        {email ? (
          <p className={classes.address}>
            <bdi>{email}</bdi>
          </p>
        ) : (
          <TextInput
            {...form.field('email')}
            label={t('email')}
            type="email"
            autoComplete="email"
            size="md"
            classNames={{ input: classes.ltr }}
          />
        )}
        <p className={classes.hint}>{t('verify.hint')}</p>
        <div className={classes.between}>
          <SubmitButton form={form} variant="default" size="md">
            {t('verify.resend')}
          </SubmitButton>
          {email && (
            <GuestLink to={signUpPath} size="sm">
              {t('verify.other')}
            </GuestLink>
          )}
        </div>
        <p className={classes.said} role="status">
          {resent ? t('verify.resent') : ''}
        </p>
      </Form>
    </AuthCard>
  );
}
