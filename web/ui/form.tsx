import type { Schema } from '@daftar/contract/schema';
import { type MessageRef, validate } from '@daftar/contract/validate';
import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, isAbort, sentenceOf } from './errors.ts';
import { FieldError } from './field-error.tsx';
import classes from './form.module.css';
import { formatNumber } from './format.ts';
import { inputKeeper } from './input-keeper.ts';
import { useLocale } from './locale.ts';
import { notify } from './notify.tsx';
import { ReadOnly } from './read-only.ts';
import { useReportDirty } from './use-asked-leave.ts';

type Values = Record<string, unknown>;
type FieldProps = ReturnType<UseFormReturnType<Values>['getInputProps']> & { name: string };

/** A submitted entry: its values as JSON and the idempotency key they were sent under. */
export interface Submission {
  values: string;
  key: string;
}

export interface ContractForm<V extends Values> {
  values: V;
  errors: Readonly<Record<string, ReactNode>>;
  /** Props of a field by its wire name; `checkbox` for checkboxes and switches. */
  field: (name: Extract<keyof V, string>, type?: 'input' | 'checkbox') => FieldProps;
  set: <K extends Extract<keyof V, string>>(name: K, value: V[K]) => void;
  setAll: (values: Partial<V>) => void;
  /** Shows sentences or catalogue keys under fields and focuses the first. */
  setErrors: (errors: Readonly<Record<string, string | MessageRef>>) => void;
  reset: () => void;
  /** Replaces all values and treats them as initial: clears errors and the dirty state. */
  resetTo: (values: V) => void;
  /** Fills in initial values that arrive late, such as account defaults, without making the form dirty. */
  hydrate: (values: Partial<V>) => void;
  /** Restores a submission made before a reload, so that sending the same values reuses its idempotency key. */
  restoreSubmission: (entry: Submission) => void;
  /** Whether there is unsaved input. */
  isDirty: () => boolean;
  submitting: boolean;
  submit: (event?: FormEvent) => void;
  ref: React.RefObject<HTMLFormElement | null>;
  wrongCount: number;
  /** Number of failed attempts; changes so that identical errors are announced again. */
  attempt: number;
}

export interface SubmitContext {
  /** Stays the same while the values do, so that a retry is not executed twice. */
  idempotencyKey: string;
}

interface Options<V extends Values> {
  initialValues: V;
  submit: (values: V, context: SubmitContext) => Promise<unknown>;
  /** Maps the values to the schema's input, if they differ. */
  toInput?: (values: V) => unknown;
  /** Additional rules of the screen: catalogue keys of errors by field. */
  rules?: (values: V) => Record<string, string | undefined>;
  /** Handles an error itself; return true to skip the default handling. */
  onError?: (error: unknown) => boolean;
}

/** Serialises a file by name, size and date: JSON would turn every file into the same `{}`. */
const nameFiles = (_: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Creates a form over a contract schema, validated with the same rules and messages as on the server. A 422 is shown
 * under its fields, any other error as a toast; input is kept.
 */
export function useContractForm<V extends Values>(schema: Schema, options: Options<V>): ContractForm<V> {
  const { t } = useTranslation('common');
  const ref = useRef<HTMLFormElement>(null);
  const [submitting, setSubmitting] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const busy = useRef(false);
  const sent = useRef<Submission>({ values: '', key: '' });

  const show = (message: string | MessageRef) => <FieldError message={message} />;
  const form = useForm<V>({
    initialValues: options.initialValues,
    validate: (values) => {
      const errors: Record<string, ReactNode> = {};
      const result = validate(schema, options.toInput?.(values) ?? values);
      for (const [field, messages] of result.ok ? [] : Object.entries(result.errors)) {
        const first = messages[0];
        if (first) errors[field] = show(first);
      }
      for (const [field, key] of Object.entries(options.rules?.(values) ?? {})) {
        if (key && !errors[field]) errors[field] = show({ key });
      }
      return errors;
    },
  });

  const initial = useRef(options.initialValues);
  const current = useRef(form);
  current.current = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what it begins with.
  useEffect(() => {
    const keeper = inputKeeper();
    const typed = keeper?.take(initial.current);
    for (const [name, value] of Object.entries(typed ?? {}))
      form.setFieldValue(name as never, value as never);
    if (typed) notify.info(t('unsaved.kept'));
    return keeper?.report(() =>
      current.current.isDirty() ? { initial: initial.current, values: current.current.getValues() } : null,
    );
  }, []);

  // Once errors are rendered, focus the first in reading order.
  useEffect(() => {
    if (attempt === 0) return;
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')?.focus();
  }, [attempt]);

  const fail = (errors: Readonly<Record<string, string | MessageRef>>) => {
    form.setErrors(
      Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, show(message)])),
    );
    setAttempt((count) => count + 1);
  };

  const refuse = (error: unknown) => {
    if (isAbort(error) || options.onError?.(error)) return;
    if (error instanceof ApiError && error.status === 422) {
      const named = Object.entries(error.fieldErrors).flatMap(([name, [first]]) =>
        first ? [{ name, first }] : [],
      );
      const known = named.filter(({ name }) => name in form.getValues());
      const unknown = named.filter(({ name }) => !(name in form.getValues()));
      if (known.length > 0) fail(Object.fromEntries(known.map(({ name, first }) => [name, first])));
      for (const { first } of unknown) notify.error(first);
      if (named.length > 0) return;
    }
    notify.error(sentenceOf(error, t));
  };

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    // React bubbles events through portals: a form in a drawer must not submit the form that opened it.
    event?.stopPropagation();
    if (busy.current) return;
    if (form.validate().hasErrors) {
      setAttempt((count) => count + 1);
      return;
    }
    const values = form.getValues();
    const text = JSON.stringify(values, nameFiles);
    if (sent.current.values !== text) sent.current = { values: text, key: newKey() };
    busy.current = true;
    setSubmitting(true);
    try {
      await options.submit(values, { idempotencyKey: sent.current.key });
      sent.current = { values: '', key: '' };
      form.resetDirty();
    } catch (error) {
      refuse(error);
    } finally {
      busy.current = false;
      setSubmitting(false);
    }
  };

  const field = (name: string, type: 'input' | 'checkbox' = 'input'): FieldProps => ({
    ...form.getInputProps(name as never, { type }),
    name,
  });

  return {
    values: form.values,
    errors: form.errors,
    field,
    set: (name, value) => form.setFieldValue(name as never, value as never),
    setAll: (values) => form.setValues(values as never),
    setErrors: fail,
    reset: () => form.reset(),
    resetTo: (values) => {
      initial.current = values;
      form.setInitialValues(values);
      form.setValues(values);
      form.resetDirty(values);
      form.clearErrors();
    },
    hydrate: (values) => {
      const whole = { ...form.getValues(), ...values };
      initial.current = whole;
      form.setInitialValues(whole);
      // One by one: setting all at once would clear the errors of the other fields.
      for (const [name, value] of Object.entries(values)) form.setFieldValue(name as never, value as never);
      form.resetDirty(whole);
    },
    restoreSubmission: ({ values, key }) => {
      sent.current = { values, key };
    },
    isDirty: () => form.isDirty(),
    submitting,
    submit: (event) => void submit(event),
    ref,
    wrongCount: Object.keys(form.errors).length,
    attempt,
  };
}

interface FormProps<V extends Values> {
  form: ContractForm<V>;
  children: ReactNode;
  className?: string | undefined;
  label?: string;
  /** Called on every input event. */
  onInput?: () => void;
}

/**
 * Renders the form element: Enter submits, errors are announced to screen readers, and a panel or dialog around it does
 * not close on unsaved input without asking. Where nothing can be changed (`ReadOnly`) its fields and buttons are disabled.
 */
export function Form<V extends Values>({ form, children, className, label, onInput }: FormProps<V>) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const { wrongCount, attempt } = form;
  const isReadOnly = use(ReadOnly);
  useReportDirty(form.isDirty);
  return (
    <form
      ref={form.ref}
      className={className}
      aria-label={label}
      onSubmit={(event) => {
        // Ignore submit events that bubble from a form in a drawer opened from this one.
        if (event.target === event.currentTarget) form.submit(event);
      }}
      onInput={onInput}
      noValidate
    >
      {isReadOnly ? (
        <fieldset disabled className={classes.all}>
          {children}
        </fieldset>
      ) : (
        children
      )}
      <VisuallyHidden role="alert" key={attempt}>
        {attempt > 0 && wrongCount > 0
          ? t('form.wrong', { count: wrongCount, number: formatNumber(wrongCount, locale) })
          : ''}
      </VisuallyHidden>
    </form>
  );
}

interface SubmitButtonProps<V extends Values> extends ButtonProps {
  form: ContractForm<V>;
  children: ReactNode;
}

/** The submit button of a form, loading while the request is in flight. */
export function SubmitButton<V extends Values>({ form, children, ...rest }: SubmitButtonProps<V>) {
  return (
    <Button {...rest} type="submit" loading={form.submitting} aria-busy={form.submitting}>
      {children}
    </Button>
  );
}
