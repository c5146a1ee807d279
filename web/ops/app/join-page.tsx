import { JoinForm, opsOperators } from '@daftar/contract/ops-operators';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AuthenticatorSecret } from '../../ui/authenticator-secret.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { notify } from '../../ui/notify.tsx';
import { SecretInput } from '../../ui/secret-input.tsx';
import { call } from '../shared/call.ts';
import { useRoleName } from '../shared/role-name.ts';
import classes from './guest-frame.module.css';
import { GuestFrame } from './guest-frame.tsx';

/** `/ops/join#token`: the page of an invitation link. */
export default function JoinPage() {
  const { t } = useTranslation(['ops', 'common']);
  const roleName = useRoleName();
  const token = useRouterState({ select: (state) => state.location.hash });
  const { data, error, refetch } = useQuery({
    queryKey: ['join', token],
    queryFn: () => call(opsOperators.openInvitation, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const invitation = data?.data;
  return (
    <GuestFrame
      title={t('join.title')}
      {...(invitation
        ? { text: t('join.text', { email: invitation.email, role: roleName(invitation) }) }
        : {})}
    >
      {error && !invitation && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!error && !invitation && <p className={classes.text}>{t('common:loading')}</p>}
      {invitation && <Enrol token={token} {...invitation} />}
    </GuestFrame>
  );
}

function Enrol({ token, email, secret, uri }: { token: string; email: string; secret: string; uri: string }) {
  const { t } = useTranslation(['ops', 'messages']);
  const form = useContractForm(JoinForm, {
    initialValues: { token, password: '', password_confirmation: '', code: '' },
    submit: async (values) => {
      await call(opsOperators.join, { body: values });
      notify.clear();
      window.location.replace('/ops/');
    },
  });
  return (
    <Form form={form} className={classes.form}>
      {/* For the keeper of passwords: it asks for whom the new one is. */}
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <SecretInput
        {...form.field('password')}
        label={t('join.password')}
        description={t('messages:PasswordCriteria')}
        autoComplete="new-password"
        size="md"
        show={t('signIn.show')}
      />
      <SecretInput
        {...form.field('password_confirmation')}
        label={t('join.again')}
        autoComplete="new-password"
        size="md"
        show={t('signIn.show')}
      />
      <p className={classes.text}>{t('join.scan')}</p>
      <AuthenticatorSecret secret={secret} uri={uri} picture={t('join.picture')} copy={t('join.copy')} />
      <TextInput
        {...form.field('code')}
        label={t('signIn.code')}
        description={t('signIn.codeHelp')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        dir="ltr"
        size="md"
      />
      <SubmitButton form={form} size="md" fullWidth>
        {t('join.submit')}
      </SubmitButton>
    </Form>
  );
}
