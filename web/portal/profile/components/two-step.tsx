import { AuthenticatorCode, profile } from '@daftar/contract/profile';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { Term } from '../../../ui/term.tsx';
import { ProofModal } from '../../auth/index.ts';
import { AuthenticatorKey, RecoveryCodes } from '../../shared/authenticator.tsx';
import { call } from '../../shared/call.ts';
import { useMay } from '../../shared/permissions.ts';
import { useEndTwoStep, useTwoStep, waysInChanged } from '../api.ts';
import classes from './section.module.css';
import { Section } from './section.tsx';

type Step = 'prove' | 'scan' | 'codes' | 'end' | 'renew' | null;

/** Two-step sign-in: its state, turning it on and off, and recovery codes. */
export function TwoStep() {
  const { t } = useTranslation(['profile', 'second-step', 'common']);
  const locale = useLocale();
  const { data, error, refetch } = useTwoStep();
  const [step, setStep] = useState<Step>(null);
  const [secret, setSecret] = useState({ secret: '', uri: '' });
  const [codes, setCodes] = useState<string[]>([]);
  const turnOff = useEndTwoStep();
  const mayChange = useMay()(undefined);
  const close = () => setStep(null);
  const isOn = Boolean(data?.data.since);
  const show = (fresh: string[]) => {
    setCodes(fresh);
    setStep('codes');
    void waysInChanged();
  };
  const left = data?.data.recovery_codes_left ?? 0;
  return (
    <Section
      title={
        <>
          {t('twoStep.title')}
          {data && (
            <StatusChip kind={isOn ? 'success' : 'closed'}>
              {t(isOn ? 'twoStep.on' : 'twoStep.off')}
            </StatusChip>
          )}
        </>
      }
      text={
        <>
          {t('twoStep.text')} <Term name="two-step" label={t('twoStep.title')} />
        </>
      }
    >
      {error && !data && <ErrorBox error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton width="10rem" height="2.25rem" />}
      {isOn && (
        <p className={classes.text}>
          {t('twoStep.codesLeft', { count: left, number: formatNumber(left, locale) })}
        </p>
      )}
      {isOn && data?.data.required && <p className={classes.text}>{t('twoStep.required')}</p>}
      {data && mayChange && (
        <div className={classes.actions}>
          {isOn ? (
            <>
              <Button variant="default" onClick={() => setStep('renew')}>
                {t('twoStep.renew')}
              </Button>
              {!data.data.required && (
                <Button variant="default" color="red" onClick={() => setStep('end')}>
                  {t('twoStep.turnOff')}
                </Button>
              )}
            </>
          ) : (
            <Button variant="default" onClick={() => setStep('prove')}>
              {t('twoStep.turnOn')}
            </Button>
          )}
        </div>
      )}
      <ProofModal
        opened={step === 'prove'}
        onClose={close}
        title={t('twoStep.title')}
        text={t('twoStep.proveText')}
        submit={t('twoStep.continue')}
        run={async (current_password) => {
          setSecret((await call(profile.beginTwoStep, { body: { current_password } })).data);
          setStep('scan');
        }}
      />
      <ProofModal
        opened={step === 'renew'}
        onClose={close}
        title={t('twoStep.renew')}
        text={t('twoStep.renewText')}
        submit={t('twoStep.renew')}
        run={async (current_password) =>
          show((await call(profile.renewRecoveryCodes, { body: { current_password } })).data.recovery_codes)
        }
      />
      <ProofModal
        opened={step === 'end'}
        onClose={close}
        title={t('twoStep.endTitle')}
        text={t('twoStep.endText')}
        submit={t('twoStep.turnOff')}
        danger
        run={async (current_password) => {
          notify.success((await turnOff.send({ body: { current_password } })).message);
          close();
        }}
      />
      <Dialog
        opened={step === 'scan' || step === 'codes'}
        onClose={close}
        closeOnClickOutside={false}
        // Codes are shown once.
        closeOnEscape={step !== 'codes'}
        title={step === 'codes' ? t('second-step:codes.title') : t('second-step:scan.title')}
        classNames={{ title: classes.title ?? '' }}
      >
        {step === 'codes' ? (
          <RecoveryCodes codes={codes} onDone={close} />
        ) : (
          <Scan {...secret} onConfirmed={show} />
        )}
      </Dialog>
    </Section>
  );
}

const CodeForm = z.object({ code: AuthenticatorCode });

interface ScanProps {
  secret: string;
  uri: string;
  onConfirmed: (codes: string[]) => void;
}

function Scan({ secret, uri, onConfirmed }: ScanProps) {
  const { t } = useTranslation(['profile', 'second-step', 'common']);
  const form = useContractForm(CodeForm, {
    initialValues: { code: '' },
    submit: async (body) => {
      const { data, message } = await call(profile.confirmTwoStep, { body });
      notify.success(message);
      onConfirmed(data.recovery_codes);
    },
  });
  return (
    <Form form={form} className={classes.form}>
      <p>{t('second-step:scan.text')}</p>
      <AuthenticatorKey secret={secret} uri={uri} />
      <TextInput
        {...form.field('code')}
        label={t('second-step:scan.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        classNames={{ input: classes.ltr ?? '' }}
      />
      <SubmitButton form={form}>{t('twoStep.turnOn')}</SubmitButton>
    </Form>
  );
}
