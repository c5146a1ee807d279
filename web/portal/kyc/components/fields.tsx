import { DOCUMENT_FILES, FILE_MAXIMUM_BYTES } from '@daftar/contract/files';
import type { KycState } from '@daftar/contract/kyc';
import { Select, Textarea, TextInput } from '@mantine/core';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../../ui/form.tsx';
import { MobileInput } from '../../../ui/mobile-input.tsx';
import { StoredUpload } from '../../../ui/stored-upload.tsx';
import { readDocument, uploadDocument } from '../api.ts';
import type { Typed } from '../values.ts';
import classes from './wizard.module.css';

/** What each field of the wizard needs besides its form. */
export interface About {
  /** Fields that can be changed; null when all can. */
  open: ReadonlySet<string> | null;
  reasons: Readonly<Record<string, string>>;
  files: KycState['files'];
}
export const AboutContext = createContext<About>({ open: null, reasons: {}, files: {} });

interface FieldProps {
  form: ContractForm<Typed>;
  name: string;
  required?: boolean;
  /** Codes and numbers are left-to-right. */
  ltr?: boolean;
  long?: boolean;
}

/** Label, rejection reason and lock of a field, by its name in the API. */
function useField(name: string) {
  const { t, i18n } = useTranslation('kyc');
  const { open, reasons, files } = useContext(AboutContext);
  const help = i18n.exists(`kyc:help.${name}`) ? t(`help.${name}` as 'help.iban') : undefined;
  return {
    label: t(`field.${name}` as 'field.iban'),
    description: reasons[name] ? (
      <span className={classes.reason}>{t('rejected.because', { reason: reasons[name] })}</span>
    ) : (
      help
    ),
    disabled: open !== null && !open.has(name),
    files,
  };
}

/** A field of text. */
export function TextField({ form, name, required = true, ltr, long }: FieldProps) {
  const { label, description, disabled } = useField(name);
  const props = {
    ...form.field(name),
    label,
    description,
    disabled,
    withAsterisk: required,
    autoComplete: 'off',
    wrapperProps: { 'data-field': name },
    ...(ltr ? { dir: 'ltr' as const } : {}),
    classNames: { input: (ltr ? classes.ltr : classes.plain) ?? '' },
  };
  return long ? <Textarea {...props} autosize minRows={2} maxRows={6} /> : <TextInput {...props} />;
}

/** An Egyptian mobile number, beside its +20. */
export function MobileField({ form, name }: Pick<FieldProps, 'form' | 'name'>) {
  const { label, description, disabled } = useField(name);
  return (
    <MobileInput
      {...form.field(name)}
      label={label}
      description={description}
      disabled={disabled}
      wrapperProps={{ 'data-field': name }}
      withAsterisk
      autoComplete="off"
    />
  );
}

interface ChoiceProps {
  form: ContractForm<Typed>;
  name: string;
  options: readonly { id: number; name: string }[] | undefined;
  /** What is to be chosen first, as long as it is not. */
  waiting?: 'governorate' | 'category' | false;
  onChange?: () => void;
}

/** A field with options. */
export function ChoiceField({ form, name, options, waiting = false, onChange }: ChoiceProps) {
  const { t } = useTranslation('kyc');
  const { label, description, disabled } = useField(name);
  return (
    <Select
      {...form.field(name)}
      value={form.values[name] || null}
      onChange={(value) => {
        form.set(name, value ?? '');
        onChange?.();
      }}
      label={label}
      description={description}
      disabled={disabled || waiting !== false}
      placeholder={t(waiting ? `chooseFirst.${waiting}` : 'choose')}
      wrapperProps={{ 'data-field': name }}
      openOnFocus={false}
      withAsterisk
      searchable
      nothingFoundMessage={t('nothingFound')}
      data={(options ?? []).map((option) => ({ value: String(option.id), label: option.name }))}
    />
  );
}

/** A field for a document. */
export function DocumentField({ form, name, required = true }: FieldProps) {
  const { label, description, disabled, files } = useField(name);
  const value = form.values[name] ?? '';
  return (
    <div data-field={name}>
      <StoredUpload
        label={label}
        {...(description ? { description } : {})}
        required={required}
        disabled={disabled}
        value={value}
        onChange={(path) => form.set(name, path)}
        fileName={files[value]?.name}
        error={form.errors[name]}
        rule={DOCUMENT_FILES}
        maximumBytes={FILE_MAXIMUM_BYTES}
        upload={uploadDocument}
        read={readDocument}
      />
    </div>
  );
}
