import type { MessageRef } from '@daftar/contract/validate';
import { Button, Input } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from './field-error.tsx';
import classes from './upload-field.module.css';
import { acceptOf, refusalOf, type UploadRule } from './upload-rules.ts';
import { useFileTarget } from './use-file-target.ts';

export interface UploadFieldProps {
  label: string;
  /** For a field whose heading or dialog already says its label. */
  hideLabel?: boolean;
  description?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  error?: ReactNode;
  rule: UploadRule;
  maximumBytes: number;
  /** How many more files it takes now: 1 unless given. With 0 only its content is shown. */
  room?: number;
  /** Said if more files were given than there is room for. */
  leftOut?: string;
  /** Given files of the right kind and size. */
  onFiles: (files: readonly File[]) => void;
  /** A file is being sent: no other is taken meanwhile. */
  busy?: boolean;
  /** Words of the button: "Choose a file" unless given. */
  action?: string;
  icon?: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>;
  /**
   * `box`: a frame around content and button; `area`: a large one for a dialog; `tiles`: the button is the last of a grid
   * of pictures; `plain`: beside a picture, without a frame.
   */
  layout?: 'box' | 'area' | 'tiles' | 'plain';
  /** Buttons beside the one that chooses. */
  actions?: ReactNode;
  /** Takes files pasted anywhere in its form: for a form with one such field, such as a message with a screenshot. */
  pasteInForm?: boolean;
  /** What it holds: `UploadedFile`, `SendingFile` or pictures. */
  children?: ReactNode;
}

/**
 * The field of every upload: files are chosen, dropped or pasted. Refuses wrong kinds and sizes at once, under the field;
 * what happens to the others is up to `onFiles`.
 */
export function UploadField(props: UploadFieldProps) {
  const { label, rule, room = 1, busy = false, disabled = false, layout = 'box' } = props;
  const { t } = useTranslation('common');
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const id = useId();

  const take = (given: readonly File[]) => {
    if (given.length === 0) return;
    const checked = given.map((file) => ({ file, why: refusalOf(file, props) }));
    const right = checked.flatMap(({ file, why }) => (why === null ? [file] : []));
    const [wrong] = checked.flatMap(({ file, why }) =>
      why === null ? [] : [{ name: given.length > 1 ? file.name : null, why }],
    );
    const leftOut = right.length > room ? { leftOut: props.leftOut ?? t('upload.leftOut') } : null;
    setRefusal(wrong ?? leftOut);
    if (right.length > 0) props.onFiles(right.slice(0, room));
  };
  const isClosed = disabled || busy || room === 0;
  const { isOver, handlers } = useFileTarget({
    target: fieldset,
    disabled: isClosed,
    pasteInForm: props.pasteInForm ?? false,
    onFiles: take,
  });

  const error = refusal ? <Refusal refusal={refusal} /> : props.error;
  const helpId = props.description ? `${id}-help` : '';
  const errorId = error ? `${id}-error` : '';
  const describedBy = `${helpId} ${errorId}`.trim() || undefined;
  const action = props.action ?? t('upload.choose');
  const Icon = props.icon ?? IconUpload;
  return (
    <fieldset
      ref={fieldset}
      className={classes.field}
      aria-label={label}
      aria-describedby={helpId || undefined}
      data-error={error ? true : undefined}
      tabIndex={-1}
      {...handlers}
    >
      {!props.hideLabel && (
        <Input.Label labelElement="div" required={props.required ?? false}>
          {label}
        </Input.Label>
      )}
      {props.description && layout !== 'area' && (
        <Input.Description id={helpId} component="div">
          {props.description}
        </Input.Description>
      )}
      <div className={classes.target} data-layout={layout} data-over={isOver || undefined}>
        {props.children}
        {!disabled && room > 0 && (
          <div className={classes.actions}>
            {layout === 'area' && <Icon size={28} aria-hidden />}
            <Button
              variant={layout === 'area' ? 'filled' : 'default'}
              className={classes.choose}
              leftSection={layout === 'area' ? undefined : <Icon size={16} aria-hidden />}
              onClick={() => !busy && input.current?.click()}
              // Not `disabled`: the focus would be lost when a file is sent.
              aria-disabled={busy || undefined}
              data-disabled={busy || undefined}
              data-choose
              data-autofocus={layout === 'area' || undefined}
              aria-label={layout === 'box' ? `${action}: ${label}` : undefined}
              aria-describedby={describedBy}
              aria-invalid={error ? true : undefined}
            >
              {action}
            </Button>
            {props.actions}
            {layout !== 'tiles' && !busy && <span className={classes.orDrop}>{t('upload.orDrop')}</span>}
          </div>
        )}
        {props.description && layout === 'area' && (
          <Input.Description id={helpId} component="div">
            {props.description}
          </Input.Description>
        )}
        <input
          ref={input}
          type="file"
          hidden
          multiple={room > 1}
          disabled={isClosed}
          accept={acceptOf(rule)}
          aria-label={label}
          onChange={(event) => {
            take([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {error && (
        <div id={errorId} role="alert" className={classes.error}>
          {error}
        </div>
      )}
    </fieldset>
  );
}

/** Why files were not taken: the first wrong one, by name if it was not alone, or that there were too many. */
type Refused = { name: string | null; why: MessageRef } | { leftOut: string };

function Refusal({ refusal }: { refusal: Refused }) {
  if ('leftOut' in refusal) return refusal.leftOut;
  const reason = <FieldError message={refusal.why} />;
  if (refusal.name === null) return reason;
  return (
    <>
      <bdi>{refusal.name}</bdi>: {reason}
    </>
  );
}
