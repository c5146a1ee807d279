import { OperatorCompanyForm, OperatorLoginForm, ops } from '@daftar/contract/ops';
import { validate } from '@daftar/contract/validate';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '../../ui/errors.ts';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { useSearchOf } from '../../ui/link.tsx';
import { notify } from '../../ui/notify.tsx';
import { SecretInput } from '../../ui/secret-input.tsx';
import { signInPath } from '../paths/app.ts';
import { call } from '../shared/call.ts';
import classes from './guest-frame.module.css';
import { GuestFrame } from './guest-frame.tsx';
import { keepNext, placeAfter } from './sign-in-next.ts';

/** `/ops/sign-in`: e-mail, password and the code of the authenticator. */
export default function SignInPage() {
  const { t } = useTranslation('ops');
  const { next, ended } = useSearchOf(signInPath);
  const form = useContractForm(OperatorLoginForm, {
    initialValues: { email: '', password: '', code: '' },
    submit: async (values) => {
      await call(ops.login, { body: values });
      notify.clear();
      window.location.replace(placeAfter(next));
    },
  });
  const isOffered = useQuery({
    queryKey: ['company-sign-in'],
    queryFn: () => call(ops.companySignIn),
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.data.offered;
  const [busy, setBusy] = useState(false);
  /** Whoever is new has no authenticator, whose code everybody else gives before they leave for the provider. */
  const enterByCompany = async ({ isNew }: { isNew: boolean }) => {
    const { email, code: typed } = form.values;
    const code = isNew ? null : typed;
    const read = validate(OperatorCompanyForm, { email, code });
    if (!read.ok) {
      const first = Object.entries(read.errors).map(([field, [message]]) => [field, message!] as const);
      return form.setErrors(Object.fromEntries(first));
    }
    setBusy(true);
    try {
      const { url } = (await call(ops.beginCompany, { body: { email, code } })).data;
      keepNext(next);
      window.location.assign(url);
    } catch (error) {
      notify.error(sentenceOf(error, t));
      setBusy(false);
    }
  };
  return (
    <GuestFrame title={t('signIn.title')} text={t(ended ? 'signIn.ended' : 'signIn.text')}>
      <Form form={form} className={classes.form}>
        <TextInput
          {...form.field('email')}
          label={t('signIn.email')}
          type="email"
          autoComplete="username"
          dir="ltr"
          size="md"
          autoFocus
        />
        <SecretInput
          {...form.field('password')}
          label={t('signIn.password')}
          autoComplete="current-password"
          size="md"
          show={t('signIn.show')}
        />
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
          {t('signIn.submit')}
        </SubmitButton>
        {isOffered && (
          <>
            <Button
              variant="default"
              size="md"
              fullWidth
              loading={busy}
              onClick={() => void enterByCompany({ isNew: false })}
            >
              {t('signIn.company')}
            </Button>
            <Button
              variant="subtle"
              fullWidth
              disabled={busy}
              onClick={() => void enterByCompany({ isNew: true })}
            >
              {t('signIn.companyNew')}
            </Button>
          </>
        )}
      </Form>
    </GuestFrame>
  );
}
