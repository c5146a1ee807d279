import { MERCHANT_STATUS } from '@daftar/contract/auth';
import {
  BUSINESS_TYPES,
  type BusinessType,
  CorporateDocuments,
  IndividualDocuments,
  KYC_DUPLICATES,
  KycContact,
  type KycState,
  openFields,
} from '@daftar/contract/kyc';
import { Alert, Button, Stepper } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../ui/errors.ts';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { usePhone } from '../../../ui/use-phone.ts';
import { toastFieldErrors } from '../../shared/field-toasts.ts';
import { saveDraft, submitKyc } from '../api.ts';
import {
  begin,
  beginsAt,
  cleared,
  contactOf,
  documentsOf,
  type Step,
  stepOf,
  stepOfField,
  type Typed,
  typeOf,
  wayRule,
} from '../values.ts';
import { AboutContext } from './fields.tsx';
import { ContactStep, DocumentsStep, TypeStep } from './steps.tsx';
import classes from './wizard.module.css';

interface WizardProps {
  state: KycState;
  known: { mobile: string; email: string; businessName: string };
  onSubmitted: () => void;
}

const DRAFT_MILLISECONDS = 800;

/** The three steps; every change is saved as a draft on the server. */
export function Wizard({ state, known, onSubmitted }: WizardProps) {
  const { t } = useTranslation(['kyc', 'common']);
  const first = useMemo(() => begin(state, known), [state, known]);
  const [type, setType] = useState<BusinessType | null>(typeOf(state.businessType));
  const [step, setStep] = useState<Step>(type === null ? 1 : beginsAt(state));
  const open = state.status === MERCHANT_STATUS.rejected ? openFields(state.reasons) : null;
  const head = useRef<HTMLDivElement>(null);

  const go = (next: Step) => {
    setStep(next);
    head.current?.scrollIntoView({ block: 'start' });
  };
  // A button that led to another step is gone with its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each step.
  useEffect(() => {
    if (document.activeElement === document.body) head.current?.focus({ preventScroll: true });
  }, [step]);
  /** Leads to a field that is to be corrected, in whichever step it is. */
  const correct = (name: string) => {
    flushSync(() => setStep(stepOfField(name)));
    const field = head.current?.querySelector<HTMLElement>(`[data-field="${name}"]`);
    field?.querySelector<HTMLElement>('input:not([hidden], [type="hidden"]), textarea, button')?.focus();
  };
  const contact = useContractForm<Typed>(KycContact, {
    initialValues: first.contact,
    toInput: contactOf,
    rules: ({ governorateId, businessCategoryId }) => ({
      governorateId: governorateId || open ? undefined : 'Required',
      businessCategoryId: businessCategoryId || open ? undefined : 'Required',
    }),
    submit: async () => go(3),
  });
  const documents = useContractForm<Typed>(type === 'individual' ? IndividualDocuments : CorporateDocuments, {
    initialValues: first.documents,
    toInput: (values) => documentsOf(type ?? 'corporate', values),
    rules: wayRule,
    submit: async (values, { idempotencyKey }) => {
      const chosen = type ?? 'corporate';
      keep.cancel();
      await submitKyc(
        chosen,
        { ...contactOf(contact.values), ...documentsOf(chosen, values) },
        idempotencyKey,
      );
      onSubmitted();
    },
    onError: (error) => {
      // Fields of the previous step are not visible.
      toastFieldErrors(error);
      const back = contactErrors(error);
      if (back === null) return false;
      go(2);
      contact.setErrors(back);
      return true;
    },
  });

  const typed = useMemo(
    () => ({ ...contact.values, ...documents.values }),
    [contact.values, documents.values],
  );
  const keep = useKeptDraft(type, step, typed);

  const choose = (next: BusinessType) => {
    if (type !== null && next !== type) {
      contact.setAll(cleared(contact.values));
      documents.setAll(cleared(documents.values));
    }
    setType(next);
  };
  const back = (
    <Button variant="default" onClick={() => go(stepOf(step - 1))}>
      {t('common:back')}
    </Button>
  );
  return (
    <AboutContext
      value={{
        open,
        reasons: state.status === MERCHANT_STATUS.rejected ? state.reasons : {},
        files: state.files,
      }}
    >
      <div className={classes.wizard} ref={head} tabIndex={-1}>
        {state.status === MERCHANT_STATUS.rejected && <Rejected state={state} onCorrect={correct} />}
        <Progress step={step} onGo={go} />
        {step === 1 && (
          <>
            <TypeStep type={type} locked={open !== null} onChange={choose} />
            <Buttons>
              <Button disabled={type === null} onClick={() => go(2)}>
                {t('common:next')}
              </Button>
            </Buttons>
          </>
        )}
        {step === 2 && (
          <Form form={contact} label={t('step.contact')}>
            <ContactStep form={contact} />
            <Buttons>
              {back}
              <SubmitButton form={contact}>{t('common:next')}</SubmitButton>
            </Buttons>
          </Form>
        )}
        {step === 3 && type !== null && (
          <Form form={documents} label={t('step.documents')}>
            <DocumentsStep form={documents} type={type} />
            <Buttons>
              {back}
              <SubmitButton form={documents}>{t('submit')}</SubmitButton>
            </Buttons>
          </Form>
        )}
      </div>
    </AboutContext>
  );
}

/**
 * Saves every change as a draft shortly after it is made. A draft that failed is sent with the next change.
 * @returns `cancel` drops a draft that was not sent yet.
 */
function useKeptDraft(type: BusinessType | null, step: Step, fields: Typed): { cancel: () => void } {
  const keep = useDebouncedCallback(
    (chosen: BusinessType, at: Step, typed: Typed) => {
      void saveDraft({ businessType: BUSINESS_TYPES[chosen], step: at, fields: typed }).catch(() => {});
    },
    { delay: DRAFT_MILLISECONDS, flushOnUnmount: true },
  );
  const last = useRef('');
  useEffect(() => {
    if (type === null) return;
    const now = JSON.stringify([type, step, fields]);
    // What was read from the server need not be saved.
    if (last.current !== '' && last.current !== now) keep(type, step, fields);
    last.current = now;
  }, [type, step, fields, keep]);
  return keep;
}

/** The current step; earlier ones can be opened. */
function Progress({ step, onGo }: { step: Step; onGo: (step: Step) => void }) {
  const { t } = useTranslation('kyc');
  const phone = usePhone();
  const locale = useLocale();
  const names = ['type', 'contact', 'documents', 'done'] as const;
  const stepper = (
    <Stepper
      active={step - 1}
      allowNextStepsSelect={false}
      onStepClick={(at) => at + 1 < step && onGo(stepOf(at + 1))}
      size="sm"
    >
      {names.map((name, index) => (
        <Stepper.Step
          key={name}
          icon={formatNumber(index + 1, locale)}
          label={phone ? undefined : t(`step.${name}`)}
          aria-label={t(`step.${name}`)}
        />
      ))}
    </Stepper>
  );
  if (!phone) return stepper;
  return (
    <div>
      {stepper}
      <p className={classes.stepName} aria-hidden>
        {t(`step.${names[step - 1] ?? 'type'}`)}
      </p>
    </div>
  );
}

const Buttons = ({ children }: { children: ReactNode }) => <div className={classes.buttons}>{children}</div>;

/** Errors that lead back a step: a duplicate, or a field of the second step. */
function contactErrors(error: unknown): Record<string, string> | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 403) {
    const errors: Record<string, string> = {};
    if (error.messages.includes(KYC_DUPLICATES.mobileNumber)) errors.mobileNumber = 'MobileNumberTaken';
    if (error.messages.includes(KYC_DUPLICATES.email)) errors.email = 'EmailAddressTaken';
    return Object.keys(errors).length > 0 ? errors : null;
  }
  const named = Object.entries(error.fieldErrors).filter(([name]) => name in KycContact.shape);
  return named.length > 0 ? Object.fromEntries(named.map(([name, [text = '']]) => [name, text])) : null;
}

function Rejected({ state, onCorrect }: { state: KycState; onCorrect: (field: string) => void }) {
  const { t } = useTranslation('kyc');
  const reasons = Object.entries(state.reasons);
  return (
    <Alert color="red" title={t('rejected.title')}>
      {reasons.length === 0 ? (
        <p>{state.reason || t('rejected.text')}</p>
      ) : (
        <>
          <p>{t('rejected.fields')}</p>
          <ul>
            {reasons.map(([field, reason]) => (
              <li key={field}>
                <button type="button" className={classes.toField} onClick={() => onCorrect(field)}>
                  {t(`field.${field}` as 'field.iban')}
                </button>
                : <bdi>{reason}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  );
}
