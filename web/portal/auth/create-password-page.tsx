import { auth, CreatePasswordForm } from '@daftar/contract/auth';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { useGoTo, useSearchOf } from '../../ui/link.tsx';
import { notify } from '../../ui/notify.tsx';
import { createPasswordPath, loginPath } from '../paths/auth.ts';
import { ApiError, call, NetworkError, sentenceOf } from '../shared/call.ts';
import classes from './fields.module.css';
import { NewPasswordFields } from './fields.tsx';
import { GuestLink } from './guest-link.tsx';
import { AuthCard } from './layout.tsx';

export default function CreatePasswordPage() {
  const { t } = useTranslation('auth');
  const goTo = useGoTo();
  const { email = '', token = '' } = useSearchOf(createPasswordPath);
  const [expired, setExpired] = useState(false);
  const form = useContractForm(CreatePasswordForm, {
    initialValues: { password: '', password_confirmation: '' },
    toInput: (values) => ({ ...values, email, token }),
    submit: async (values) => {
      setExpired(false);
      await call(auth.createPassword, { body: { ...values, email, token } });
      await goTo(loginPath, { replace: true, state: { email } });
      notify.success(t('create.done'));
    },
    // The specification shows every refusal as an expired link; a lost connection is named as well. A refused password
    // has its error under the field, because the link is still valid.
    onError: (error) => {
      if (error instanceof ApiError && 'password' in error.fieldErrors) return false;
      setExpired(true);
      return !(error instanceof NetworkError);
    },
  });
  return (
    <AuthCard
      title={t('create.title')}
      text={
        <>
          {t('create.text')} <bdi>{email}</bdi>
        </>
      }
      foot={<GuestLink to={loginPath}>{t('backToLogin')}</GuestLink>}
    >
      {expired && <ExpiredNotice email={email} />}
      <Form form={form} className={classes.form}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <NewPasswordFields form={form} />
        <SubmitButton form={form} size="md" fullWidth>
          {t('create.submit')}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
}

/** The link is invalid: says so, and offers another. */
function ExpiredNotice({ email }: { email: string }) {
  const { t } = useTranslation(['auth', 'messages', 'common']);
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const resend = async () => {
    setState('sending');
    try {
      await call(auth.resendCreatePassword, { body: { email } });
      setState('sent');
    } catch (error) {
      setState('idle');
      notify.error(sentenceOf(error, t));
    }
  };
  return (
    <div className={classes.notice} data-kind={state === 'sent' ? undefined : 'error'} role="alert">
      {state === 'sent' ? (
        <p>{t('create.newLinkSent', { email })}</p>
      ) : (
        <>
          <p>{t('messages:TokenExpired')}</p>
          <Button variant="default" size="xs" loading={state === 'sending'} onClick={resend}>
            {t('create.newLink')}
          </Button>
        </>
      )}
    </div>
  );
}
