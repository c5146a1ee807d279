import { profile, SecondStepForm } from '@daftar/contract/profile';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setRouteTitle } from '../../shared/title.ts';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { notify } from '../../ui/notify.tsx';
import { ApiError, call, sentenceOf } from '../shared/call.ts';
import type { session } from '../shared/session.ts';
import classes from './fields.module.css';
import { AuthCard } from './layout.tsx';

export interface SecondStepProps {
  /** Identifies this sign-in. */
  token: string;
  onSignedIn: (data: Parameters<typeof session.signIn>[0]) => void;
  onBack: () => void;
}

/** Asks for the code after the password: the authenticator's, or a recovery code. */
export function SecondStep({ token, onSignedIn, onBack }: SecondStepProps) {
  const { t } = useTranslation('second-step');
  const [recovering, setRecovering] = useState(false);
  useEffect(() => setRouteTitle(t('title')), [t]);
  const form = useContractForm(SecondStepForm, {
    initialValues: { token, code: '' },
    submit: async (body) => onSignedIn((await call(profile.secondStep, { body })).data),
    onError: (error) => {
      // The challenge has expired: start again with the password.
      if (!(error instanceof ApiError && error.status === 400)) return false;
      notify.error(sentenceOf(error, t));
      onBack();
      return true;
    },
  });
  return (
    <AuthCard title={t('title')} text={recovering ? t('recoveryText') : t('text')}>
      <Form form={form} className={classes.form}>
        <TextInput
          {...form.field('code')}
          key={String(recovering)}
          label={recovering ? t('recoveryCode') : t('code')}
          inputMode={recovering ? 'text' : 'numeric'}
          autoComplete={recovering ? 'off' : 'one-time-code'}
          size="md"
          classNames={{ input: classes.ltr ?? '' }}
          autoFocus
        />
        <SubmitButton form={form} size="md" fullWidth>
          {t('submit')}
        </SubmitButton>
        <Button
          variant="subtle"
          onClick={() => {
            // The one was typed for the other, and so was its error.
            form.reset();
            setRecovering(!recovering);
          }}
        >
          {recovering ? t('useApp') : t('useRecovery')}
        </Button>
        <Button variant="subtle" color="gray" onClick={onBack}>
          {t('back')}
        </Button>
      </Form>
    </AuthCard>
  );
}
