import { auth, EmailForm } from '@daftar/contract/auth';
import { Button, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { loginPath } from '../paths/auth.ts';
import { call } from '../shared/call.ts';
import classes from './fields.module.css';
import { GuestLink } from './guest-link.tsx';
import { AuthCard } from './layout.tsx';

export default function ForgetPasswordPage() {
  const { t } = useTranslation('auth');
  const [sent, setSent] = useState(false);
  const form = useContractForm(EmailForm, {
    initialValues: { email: '' },
    submit: async (values) => {
      await call(auth.requestPasswordReset, { body: values });
      setSent(true);
    },
  });
  return (
    <AuthCard
      title={t('forgot.title')}
      text={t('forgot.text')}
      foot={<GuestLink to={loginPath}>{t('backToLogin')}</GuestLink>}
    >
      <Form form={form} className={classes.form}>
        <TextInput
          {...form.field('email')}
          label={t('email')}
          type="email"
          autoComplete="email"
          size="md"
          classNames={{ input: classes.ltr }}
          readOnly={sent}
          autoFocus
        />
        {sent ? (
          <Button size="md" fullWidth disabled leftSection={<IconCheck size={18} aria-hidden />}>
            {t('forgot.sent')}
          </Button>
        ) : (
          <SubmitButton form={form} size="md" fullWidth>
            {t('forgot.submit')}
          </SubmitButton>
        )}
        <p className={classes.hint} role="status">
          {sent ? t('forgot.sentText') : ''}
        </p>
      </Form>
    </AuthCard>
  );
}
