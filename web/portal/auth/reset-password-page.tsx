import { auth, ResetPasswordForm } from '@daftar/contract/auth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { ApiError, call } from '../shared/call.ts';
import { notify } from '../shared/notify.ts';
import classes from './fields.module.css';
import { PasswordCriteria, PasswordField } from './fields.tsx';
import { AuthCard } from './layout.tsx';
import { DoorLink, useDoor } from './place.tsx';

export default function ResetPasswordPage() {
  const { t } = useTranslation(['auth', 'messages']);
  const { go, place } = useDoor();
  const token = decodeURIComponent(place.pathname.split('/')[2] ?? '');
  const [expired, setExpired] = useState(false);
  const form = useContractForm(ResetPasswordForm, {
    initialValues: { password: '', password_confirmation: '' },
    toInput: (values) => ({ ...values, token }),
    submit: async (values) => {
      setExpired(false);
      await call(auth.resetPassword, { body: { ...values, token } });
      notify.success(t('reset.done'));
      go('/login', { replace: true });
    },
    onError: (error) => {
      const dead =
        error instanceof ApiError &&
        (error.status === 400 || error.status === 404 || 'token' in error.fieldErrors);
      setExpired(dead);
      return dead;
    },
  });
  return (
    <AuthCard
      title={t('reset.title')}
      text={t('reset.text')}
      foot={<DoorLink to="/login">{t('backToLogin')}</DoorLink>}
    >
      {expired && (
        <div className={classes.notice} data-kind="error" role="alert">
          <p>{t('messages:TokenExpired')}</p>
          <DoorLink to="/forget-password" size="sm">
            {t('reset.newLink')}
          </DoorLink>
        </div>
      )}
      <Form form={form} className={classes.form}>
        <PasswordField
          {...form.field('password')}
          label={t('newPassword')}
          autoComplete="new-password"
          autoFocus
        />
        <PasswordCriteria password={form.values.password} />
        <PasswordField
          {...form.field('password_confirmation')}
          label={t('confirmPassword')}
          autoComplete="new-password"
        />
        <SubmitButton form={form} size="md" fullWidth>
          {t('reset.submit')}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
}
