import type { FieldMessages } from '@daftar/contract/validate';
import type { ReactNode } from 'react';
import type { Words } from './text.ts';

/** The id of a field, by which the script and its label find it. */
export const fieldId = (name: string) => `f-${name}`;

/** Every error at once, each a link to its field; the script moves the focus here. */
export function ErrorSummary({ words, errors }: { words: Words; errors: FieldMessages }) {
  const entries = Object.entries(errors).filter(([, refs]) => refs.length > 0);
  if (entries.length === 0) return null;
  return (
    <div
      className="summary-of-errors"
      role="alert"
      tabIndex={-1}
      data-errors=""
      aria-labelledby="errors-title"
    >
      <p id="errors-title">{words.t('errors')}</p>
      <ul>
        {entries.map(([name, refs]) => {
          const sentence = refs.map(words.message).join(' · ');
          const label = words.t(`field.${name}`);
          const known = name !== '' && label !== `field.${name}`;
          return (
            <li key={name}>
              {known ? (
                <a href={`#${fieldId(name)}`}>
                  {label}
                  {': '}
                  {sentence}
                </a>
              ) : (
                sentence
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Rules that the script applies while the payer types; the server applies the same. */
export type FieldCheck = 'text' | 'email' | 'mobile' | 'card' | 'expiry' | 'cvv' | 'otp';
const INVALID: Partial<Record<FieldCheck, string>> = {
  email: 'InvalidEmail',
  mobile: 'InvalidMobile',
  card: 'InvalidCard',
  expiry: 'InvalidDate',
  cvv: 'InvalidCvv',
  otp: 'InvalidOtp',
};

interface FieldProps {
  words: Words;
  name: string;
  errors: FieldMessages;
  autoComplete: string;
  /** The value typed before; never given for card fields. */
  value?: string | undefined;
  type?: 'text' | 'email' | 'tel';
  inputMode?: 'text' | 'email' | 'tel' | 'numeric';
  /** Absent for an optional field without rules. */
  check?: FieldCheck;
  hint?: string;
  /** Numbers, addresses and codes are left-to-right in Arabic. */
  ltr?: boolean;
  maxLength?: number;
  rows?: number;
  className?: string;
  /** Shown beside the label: within the field it would cover the text on narrow screens. */
  adornment?: ReactNode;
}

/** A labelled field with its hint and its error. */
export function Field(props: FieldProps) {
  const { words, name, errors, check, hint, ltr } = props;
  const id = fieldId(name);
  const error = (errors[name] ?? []).map(words.message).join(' · ');
  const describedBy = [hint ? `${id}-hint` : '', `${id}-error`].filter(Boolean).join(' ');
  const invalid = check ? INVALID[check] : undefined;
  const shared = {
    id,
    name,
    autoComplete: props.autoComplete,
    dir: ltr ? 'ltr' : ('auto' as const),
    maxLength: props.maxLength,
    'aria-describedby': describedBy,
    'aria-required': check ? true : undefined,
    'aria-invalid': error ? true : undefined,
    'data-check': check,
    'data-required': check ? words.message({ key: 'Required' }) : undefined,
    'data-invalid': invalid ? words.message({ key: invalid }) : undefined,
    'data-expired': check === 'expiry' ? words.message({ key: 'CardExpired' }) : undefined,
  } as const;
  return (
    <div className={props.className ? `field ${props.className}` : 'field'}>
      <div className="label">
        <label htmlFor={id}>
          {words.t(`field.${name}`)}
          {check ? null : <span className="optional"> ({words.t('optional')})</span>}
        </label>
        {props.adornment}
      </div>
      <div className="box">
        {props.rows ? (
          <textarea {...shared} rows={props.rows} defaultValue={props.value} />
        ) : (
          <input
            {...shared}
            type={props.type ?? 'text'}
            inputMode={props.inputMode}
            defaultValue={props.value}
            autoCapitalize={ltr ? 'off' : undefined}
            spellCheck={ltr ? false : undefined}
          />
        )}
      </div>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <p className="error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}

/** The field of a proof of work, which the page's script fills, with a note meanwhile. */
export function Proof({ words, challenge }: { words: Words; challenge: string | null }) {
  if (challenge === null) return null;
  return (
    <>
      <input type="hidden" name="proof" data-challenge={challenge} />
      <p className="note" role="status" data-proof={words.t('proof.done')} hidden>
        {words.t('proof.wait')}
      </p>
    </>
  );
}
