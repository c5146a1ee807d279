import type { Schema } from '@daftar/contract/schema';
import { validate } from '@daftar/contract/validate';
import { Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod/mini';
import { DayInput } from '../../ui/day-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { LeaveButton } from '../../ui/leave-button.tsx';
import { MoneyInput } from '../../ui/money-input.tsx';
import { notify } from '../../ui/notify.tsx';
import { useKept } from '../../ui/use-kept.ts';
import { OwnPasswordInput } from './own-password-input.tsx';
import { queryClient } from './query.ts';

interface Field<Name extends string> {
  name: Name;
  label: string;
  /** A check is true or absent. */
  kind: 'line' | 'text' | 'money' | 'choice' | 'day' | 'password' | 'check';
  /** Of a choice. */
  options?: readonly { value: string; label: string }[];
  help?: string;
  /** What it contains at first. */
  initial?: string;
}

/** A decision that needs input: what is asked, which contract schema validates it, and what is done with the answer. */
interface Question<S extends Schema> {
  title: string;
  text?: ReactNode;
  schema: S;
  fields: readonly Field<keyof z.input<S> & string>[];
  submit: string;
  danger?: boolean;
  /** The validated input, without fields that were left empty, and a key that stays while it is sent again. */
  send: (values: z.input<S>, idempotencyKey: string) => Promise<{ message: string }>;
}

type Ask = <S extends Schema>(question: Question<S>) => void;

/** Asks in a dialog: `const { ask, dialog } = useAsk()`. What was typed stays when the server says no. */
export function useAsk(): { ask: Ask; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question<Schema> | null>(null);
  const shown = useKept(question);
  const close = () => setQuestion(null);
  return {
    ask: setQuestion,
    dialog: (
      <Dialog opened={question !== null} onClose={close} title={shown?.title}>
        {shown && <QuestionForm question={shown} onClose={close} />}
      </Dialog>
    ),
  };
}

function QuestionForm({ question, onClose }: { question: Question<Schema>; onClose: () => void }) {
  const { t } = useTranslation(['common', 'ops']);
  const form = useContractForm<Record<string, string>>(question.schema, {
    initialValues: Object.fromEntries(question.fields.map(({ name, initial = '' }) => [name, initial])),
    // What is left empty is left out: the contract says whether it may be.
    toInput: (values) => filled(values, question.fields),
    submit: async (values, { idempotencyKey }) => {
      const { message } = await question.send(filled(values, question.fields), idempotencyKey);
      notify.success(message);
      onClose();
      void queryClient.invalidateQueries();
    },
  });
  const empty = validate(question.schema, {});
  return (
    <Form form={form}>
      <Stack gap="md">
        {question.text && <div>{question.text}</div>}
        {question.fields.map((field, place) => {
          const common = {
            label: field.label,
            description: field.help,
            withAsterisk: !empty.ok && field.name in empty.errors,
            ...(place === 0 ? { 'data-autofocus': true } : {}),
          };
          if (field.kind === 'text')
            return <Textarea key={field.name} {...form.field(field.name)} {...common} rows={3} />;
          if (field.kind === 'line')
            return <TextInput key={field.name} {...form.field(field.name)} {...common} dir="auto" />;
          if (field.kind === 'password')
            return <OwnPasswordInput key={field.name} {...form.field(field.name)} {...common} />;
          if (field.kind === 'choice')
            return (
              <NativeSelect
                key={field.name}
                {...form.field(field.name)}
                {...common}
                data={[{ value: '', label: t('ops:choose') }, ...(field.options ?? [])]}
              />
            );
          if (field.kind === 'check')
            return (
              <Checkbox
                key={field.name}
                label={field.label}
                description={field.help}
                checked={form.values[field.name] === CHECKED}
                onChange={(event) => form.set(field.name, event.currentTarget.checked ? CHECKED : '')}
                error={form.errors[field.name]}
              />
            );
          if (field.kind === 'day')
            return (
              <DayInput
                key={field.name}
                label={field.label}
                description={field.help}
                value={form.values[field.name] ?? ''}
                onChange={(value) => form.set(field.name, value)}
                error={form.errors[field.name]}
              />
            );
          return (
            <MoneyInput
              key={field.name}
              {...common}
              value={form.values[field.name] ?? ''}
              onChange={(value) => form.set(field.name, value)}
              error={form.errors[field.name]}
            />
          );
        })}
        <Group justify="flex-end">
          <LeaveButton />
          <SubmitButton form={form} {...(question.danger ? { color: 'red' } : {})}>
            {question.submit}
          </SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}

const CHECKED = 'true';

const filled = (values: Record<string, string>, fields: readonly Field<string>[]) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value.trim() !== '')
      .map(([name, value]) => [name, isCheck(fields, name) ? value === CHECKED : value]),
  );

const isCheck = (fields: readonly Field<string>[], name: string) =>
  fields.some((field) => field.name === name && field.kind === 'check');
