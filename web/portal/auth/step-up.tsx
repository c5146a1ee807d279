import { profile } from '@daftar/contract/profile';
import type { StepUp } from '@daftar/contract/step-up';
import { Button, Modal } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, sentenceOf } from '../../ui/errors.ts';
import { notify } from '../../ui/notify.tsx';
import { useMerchant } from '../shared/merchant.ts';
import { queryOf } from '../shared/query-client.ts';
import { proveByCompany } from './company.ts';
import classes from './proof-form.module.css';
import { ProofForm } from './proof-form.tsx';

interface Question {
  title: string;
  text: string;
  /** The label of the button. */
  submit: string;
  danger?: boolean;
}

/** Whether a refusal is about the proof, and is shown in the dialog that asked for it. */
const isAboutProof = (error: unknown) =>
  error instanceof ApiError && (error.status === 429 || 'current_password' in error.fieldErrors);

/**
 * Asks for the password, a passkey or the company's account, and calls `run` with it. A wrong password is shown in the dialog; any other
 * refusal closes it and goes to the caller. Dismissing the dialog ends like an aborted request. The screen loads the
 * catalogue `auth`.
 */
export function stepUp<T>(question: Question, run: (proof: StepUp) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const attempt = async (proof: StepUp) => {
      try {
        resolve(await run(proof));
      } catch (error) {
        if (isAboutProof(error)) throw error;
        reject(error);
      }
      modals.close(id);
    };
    const id = modals.open({
      // It may be above another dialog, and a page has one header.
      withCloseButton: false,
      children: <StepUpFields {...question} attempt={attempt} onCancel={() => modals.close(id)} />,
      // After a reply nobody waits for this any more.
      onClose: () => reject(new DOMException('', 'AbortError')),
    });
  });
}

interface FieldsProps extends Question {
  attempt: (proof: StepUp) => Promise<void>;
  onCancel: () => void;
}

/** Does the same, but asks only if the server requires a proof: the first attempt is made without one. */
export async function stepUpIfAsked<T>(question: Question, run: (proof: StepUp) => Promise<T>): Promise<T> {
  try {
    return await run({});
  } catch (error) {
    if (!(error instanceof ApiError) || !('current_password' in error.fieldErrors)) throw error;
    return stepUp(question, run);
  }
}

function StepUpFields({ title, attempt, onCancel, ...words }: FieldsProps) {
  const { t } = useTranslation(['auth', 'common']);
  const passkeys = useQuery(queryOf(profile.passkeys)).data?.data ?? [];
  const hasCompany = useMerchant()?.signs_in_by_company ?? false;
  const [busy, setBusy] = useState(false);
  const gone = useRef(new AbortController());
  useEffect(() => () => gone.current.abort(), []);
  const byCompany = async () => {
    // Another press begins anew: the window may have been closed.
    gone.current.abort();
    gone.current = new AbortController();
    try {
      const word = await proveByCompany(t, gone.current.signal);
      if (word !== null) await attempt({ step_up: word });
    } catch (error) {
      notify.error(sentenceOf(error, t));
    }
  };
  const byPasskey = async () => {
    setBusy(true);
    try {
      const word = await (await import('./passkey.ts')).proveByPasskey(t);
      if (word !== null) await attempt({ step_up: word });
    } catch (error) {
      notify.error(sentenceOf(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ProofForm
      heading={<Modal.Title className={classes.title}>{title}</Modal.Title>}
      {...words}
      run={(current_password) => attempt({ current_password })}
      onCancel={onCancel}
      others={
        <>
          {passkeys.length > 0 && 'PublicKeyCredential' in window && (
            <Button variant="default" loading={busy} onClick={() => void byPasskey()}>
              {t('login.passkey')}
            </Button>
          )}
          {hasCompany && (
            <Button variant="default" onClick={() => void byCompany()}>
              {t('company.prove')}
            </Button>
          )}
        </>
      }
    />
  );
}
