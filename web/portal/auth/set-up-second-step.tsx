import { NewSecondStepForm, profile } from '@daftar/contract/profile';
import { Button, TextInput } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setRouteTitle } from '../../shared/title.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { notify } from '../../ui/notify.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AuthenticatorKey, RecoveryCodes } from '../shared/authenticator.tsx';
import { ApiError, call, sentenceOf } from '../shared/call.ts';
import type { session } from '../shared/session.ts';
import classes from './fields.module.css';
import { AuthCard } from './layout.tsx';
import type { SecondStepProps } from './second-step.tsx';

type Entered = Parameters<typeof session.signIn>[0] & { recovery_codes: readonly string[] };

/** Sets up an authenticator during sign-in, where the business requires it; shows the recovery codes once. */
export function SetUpSecondStep({ token, onSignedIn, onBack }: SecondStepProps) {
  const { t } = useTranslation('second-step');
  const [key, setKey] = useState<{ secret: string; uri: string } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [entered, setEntered] = useState<Entered | null>(null);
  useEffect(() => setRouteTitle(t('missing.title')), [t]);
  /** The challenge has expired: start again with the password. */
  const startAgain = useCallback(
    (error: unknown) => {
      if (!(error instanceof ApiError && error.status === 400)) return false;
      notify.error(sentenceOf(error, t));
      onBack();
      return true;
    },
    [t, onBack],
  );
  const begin = useCallback(() => {
    setFailure(null);
    call(profile.beginSecondStep, { body: { token } }).then(
      ({ data }) => setKey(data),
      (error) => startAgain(error) || setFailure(error),
    );
  }, [token, startAgain]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one secret for one question.
  useEffect(begin, [token]);
  const form = useContractForm(NewSecondStepForm, {
    initialValues: { token, code: '' },
    submit: async (body) => setEntered((await call(profile.setUpSecondStep, { body })).data),
    onError: startAgain,
  });
  if (entered) {
    return (
      <AuthCard title={t('codes.title')}>
        <RecoveryCodes codes={entered.recovery_codes} onDone={() => onSignedIn(entered)} />
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t('missing.title')} text={t('missing.text')}>
      {failure ? <ErrorBox error={failure} onRetry={begin} /> : null}
      <Form form={form} className={classes.form}>
        {key ? <AuthenticatorKey {...key} /> : <Skeleton width="12rem" height="12rem" />}
        <TextInput
          {...form.field('code')}
          label={t('scan.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          size="md"
          classNames={{ input: classes.ltr ?? '' }}
        />
        <SubmitButton form={form} size="md" fullWidth>
          {t('missing.submit')}
        </SubmitButton>
        <Button variant="subtle" color="gray" onClick={onBack}>
          {t('back')}
        </Button>
      </Form>
    </AuthCard>
  );
}
