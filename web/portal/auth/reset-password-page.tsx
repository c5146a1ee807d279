import { auth, ResetPasswordForm } from '@daftar/contract/auth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { useGoTo } from '../../ui/link.tsx';
import { notify } from '../../ui/notify.tsx';
import { useRouteParam } from '../../ui/route-param.ts';
import { forgetPasswordPath, loginPath } from '../paths/auth.ts';
import { ApiError, call } from '../shared/call.ts';
import classes from './fields.module.css';
import { NewPasswordFields } from './fields.tsx';
import { GuestLink } from './guest-link.tsx';
import { AuthCard } from './layout.tsx';

export default function ResetPasswordPage() {
  const { t } = useTranslation(['auth', 'messages']);
  const goTo = useGoTo();
  const token = useRouteParam('token');
  const [expired, setExpired] = useState(false);
  const form = useContractForm(ResetPasswordForm, {
    initialValues: { password: '', password_confirmation: '' },
    toInput: (values) => ({ ...values, token }),
    submit: async (values) => {
      setExpired(false);
      await call(auth.resetPassword, { body: { ...values, token } });
      await goTo(loginPath, { replace: true });
      notify.success(t('reset.done'));
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
      foot={<GuestLink to={loginPath}>{t('backToLogin')}</GuestLink>}
    >
      {expired && (
        <div className={classes.notice} data-kind="error" role="alert">
          <p>{t('messages:TokenExpired')}</p>
          <GuestLink to={forgetPasswordPath} size="sm">
            {t('reset.newLink')}
          </GuestLink>
        </div>
      )}
      <Form form={form} className={classes.form}>
        <NewPasswordFields form={form} />
        <SubmitButton form={form} size="md" fullWidth>
          {t('reset.submit')}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
}
