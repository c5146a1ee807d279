import type { Schema } from '@daftar/contract/schema';
import { Portal, TextInput } from '@mantine/core';
import { act, type ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError, NetworkError } from './errors.ts';
import { type ContractForm, Form, SubmitButton, type SubmitContext, useContractForm } from './form.tsx';
import { inputKeeper, setInputKeeper } from './input-keeper.ts';
import { keptInput } from './kept-input.ts';
import { ReadOnly } from './read-only.ts';
import { SecretInput } from './secret-input.tsx';
import { announced, button, field, press, render, toasts, type, until } from './testing/render.tsx';

const Person = z.object({
  name: z.string().check(z.minLength(1, { error: 'Required' }), z.maxLength(20)),
  email: z.string().check(z.regex(/@/, { error: 'EmailInvalid' })),
});

type Values = { name: string; email: string };
type Submit = (values: Values, context: SubmitContext) => Promise<unknown>;

interface EntryProps<V extends Record<string, unknown>> {
  schema: Schema;
  initialValues: V;
  submit: (values: V, context: SubmitContext) => Promise<unknown>;
  fields?: (form: ContractForm<V>) => ReactNode;
  /** Given the hook's result in every render. */
  onRender?: (form: ContractForm<V>) => void;
  button?: string;
}

function Entry<V extends Record<string, unknown>>(props: EntryProps<V>) {
  const form = useContractForm(props.schema, props);
  props.onRender?.(form);
  return (
    <Form form={form}>
      {props.fields?.(form)}
      <SubmitButton form={form}>{props.button ?? 'Send'}</SubmitButton>
    </Form>
  );
}

/** A form of two fields; `form` is the hook's last result. */
async function shown(submit: Submit, initialValues: Values = { name: '', email: '' }) {
  const latest = {} as { form: ContractForm<Values> };
  await render(
    <Entry
      schema={Person}
      initialValues={initialValues}
      submit={submit}
      onRender={(form) => {
        latest.form = form;
      }}
      fields={(form) => (
        <>
          <TextInput {...form.field('name')} label="Name" />
          <TextInput {...form.field('email')} label="E-mail" />
        </>
      )}
    />,
  );
  return latest;
}

/** A file that is `{}` in JSON, as browsers' are. */
function fileOf(name: string): File {
  const file = new File(['a'], name);
  for (const key of Object.keys(file)) Object.defineProperty(file, key, { enumerable: false });
  return file;
}

const RIGHT = { name: 'Mona', email: 'mona@example.com' };
const errorOf = (label: string) => {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
};
const refused = (errors: Record<string, string[]>) => new ApiError(422, { message: 'Refused', errors });

describe('validation before sending', () => {
  test('shows the contract’s errors under their fields, announces how many there are, and focuses the first', async () => {
    const submit = vi.fn();
    await shown(submit);
    await press('Send');
    expect(errorOf('Name')).toBe('This field is required');
    expect(errorOf('E-mail')).not.toBe('');
    expect(announced('alert')).toEqual(['2 fields need your attention']);
    expect(document.activeElement).toBe(field('Name'));
    expect(submit).not.toHaveBeenCalled();
  });

  test('focuses a password that is wrong, and says that it is', async () => {
    await render(
      <Entry
        schema={Person}
        initialValues={{ name: '', email: '' }}
        submit={vi.fn()}
        fields={(form) => (
          <>
            <SecretInput {...form.field('name')} label="Name" show="Show" />
            <TextInput {...form.field('email')} label="E-mail" />
          </>
        )}
      />,
    );
    await press('Send');
    expect(field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('Name'));
  });

  test('announces a repeated mistake again', async () => {
    await shown(vi.fn(), { ...RIGHT, name: '' });
    await press('Send');
    const said = document.querySelector('[role="alert"]');
    await press('Send');
    expect(announced('alert')).toEqual(['1 field needs your attention']);
    expect(document.querySelector('[role="alert"]')).not.toBe(said);
  });

  test('clears the error of a field when it is edited', async () => {
    await shown(vi.fn());
    await press('Send');
    await type('Name', 'Mona');
    expect(field('Name').getAttribute('aria-invalid')).not.toBe('true');
    expect(field('E-mail').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a failed submission', () => {
  test('is shown at its field, which is focused and keeps its input', async () => {
    await shown(async () => {
      throw refused({ email: ['This e-mail is already used'] });
    }, RIGHT);
    await press('Send');
    expect(errorOf('E-mail')).toBe('This e-mail is already used');
    expect(document.activeElement).toBe(field('E-mail'));
    expect(field('E-mail').value).toBe('mona@example.com');
    expect(toasts()).toEqual([]);
  });

  test('is a toast if its field is not on the screen', async () => {
    await shown(async () => {
      throw refused({ plan: ['Not with this plan'], name: ['Taken'] });
    }, RIGHT);
    await press('Send');
    expect(errorOf('Name')).toBe('Taken');
    expect(toasts()).toEqual(['Not with this plan']);
  });

  test.each([
    [new ApiError(409, { message: 'Changed meanwhile' }), 'Changed meanwhile'],
    [new NetworkError(), 'We could not reach the server. Check your connection and try again.'],
  ])('is a toast if it has no field, and no input is lost: %s', async (error, said) => {
    const shownForm = await shown(async () => {
      throw error;
    });
    await type('Name', 'Mona');
    await type('E-mail', 'mona@example.com');
    await press('Send');
    expect(toasts()).toEqual([said]);
    expect(shownForm.form.values).toEqual(RIGHT);
    expect(shownForm.form.isDirty()).toBe(true);
  });

  test('is not shown if it was aborted on purpose', async () => {
    await shown(async () => {
      throw new DOMException('', 'AbortError');
    }, RIGHT);
    await press('Send');
    expect(toasts()).toEqual([]);
    expect(announced('alert')).toEqual([]);
  });
});

describe('sending', () => {
  test('happens once, however often the button is pressed, and marks the button as busy', async () => {
    let answer = () => {};
    const submit = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
    await shown(submit, RIGHT);
    await press('Send');
    expect(button('Send').getAttribute('aria-busy')).toBe('true');
    const form = document.querySelector('form');
    await act(async () => form?.requestSubmit());
    expect(submit).toHaveBeenCalledOnce();
    await act(async () => answer());
    expect(button('Send').getAttribute('aria-busy')).toBe('false');
  });

  test('the same input again reuses its idempotency key; changed input, or the next entry, gets a new one', async () => {
    const keys: string[] = [];
    let fails = true;
    await shown(async (_, { idempotencyKey }) => {
      keys.push(idempotencyKey);
      if (fails) throw new NetworkError();
    }, RIGHT);
    await press('Send');
    await press('Send');
    expect(keys[1]).toBe(keys[0]);
    await type('Name', 'Hoda');
    await press('Send');
    expect(keys[2]).not.toBe(keys[0]);
    fails = false;
    await press('Send');
    expect(keys[3]).toBe(keys[2]);
    await press('Send');
    expect(keys[4]).not.toBe(keys[3]);
    expect(new Set(keys.map((key) => /^[0-9a-f]{32}$/.test(key)))).toEqual(new Set([true]));
  });

  test('with another file uses a new idempotency key, although files do not serialise to JSON', async () => {
    const keys: string[] = [];
    const latest = {} as { form: ContractForm<{ paper: File }> };
    await render(
      <Entry
        schema={z.object({})}
        initialValues={{ paper: fileOf('a.pdf') }}
        submit={async (_, { idempotencyKey }) => {
          keys.push(idempotencyKey);
          throw new NetworkError();
        }}
        onRender={(form) => {
          latest.form = form;
        }}
      />,
    );
    await press('Send');
    await act(async () => latest.form.set('paper', fileOf('b.pdf')));
    await press('Send');
    expect(keys[1]).not.toBe(keys[0]);
  });
});

describe('unsaved input', () => {
  test('is reported after typing and no longer after saving', async () => {
    const latest = await shown(async () => {}, RIGHT);
    expect(latest.form.isDirty()).toBe(false);
    await type('Name', 'Hoda');
    expect(latest.form.isDirty()).toBe(true);
    await press('Send');
    expect(latest.form.isDirty()).toBe(false);
  });

  test('does not include values loaded from the server or set by the screen', async () => {
    const latest = await shown(async () => {});
    await act(async () => latest.form.hydrate({ name: 'Mona' }));
    expect(field('Name').value).toBe('Mona');
    expect(latest.form.isDirty()).toBe(false);
    await type('E-mail', 'x');
    await act(async () => latest.form.resetTo(RIGHT));
    expect(field('E-mail').value).toBe('mona@example.com');
    expect(latest.form.isDirty()).toBe(false);
  });
});

test('submitting a nested form, as in a drawer opened by another form, does not submit the outer one', async () => {
  const outer = vi.fn(async () => {});
  const inner = vi.fn(async () => {});
  await render(
    <Entry
      schema={Person}
      initialValues={RIGHT}
      submit={outer}
      fields={() => (
        <Portal>
          <Entry schema={Person} initialValues={RIGHT} submit={inner} button="Add" />
        </Portal>
      )}
    />,
  );
  await until(() => button('Add'));
  await press('Add');
  expect(inner).toHaveBeenCalledOnce();
  expect(outer).not.toHaveBeenCalled();
});

test('where nothing can be changed a form is shown, and cannot be filled in or sent', async () => {
  await render(
    <ReadOnly value>
      <Entry
        schema={Person}
        initialValues={{ name: 'Mona', email: 'mona@example.com' }}
        submit={async () => undefined}
        fields={(form) => <TextInput {...form.field('name')} label="Name" />}
      />
    </ReadOnly>,
  );
  // A browser disables what stands in a disabled fieldset; the test's document only knows that it does.
  for (const each of [field('Name'), button('Send')])
    expect(each.closest('fieldset')?.hasAttribute('disabled')).toBe(true);
});

describe('what is typed when a session ends', () => {
  afterEach(() => {
    inputKeeper()?.forget();
    setInputKeeper(null);
  });
  const nothing = async () => {};

  /** Types a name into a form of somebody, whose session then ends. */
  async function typedBy(person: string, initial?: Values) {
    setInputKeeper(keptInput(() => person));
    await shown(nothing, initial);
    await type('Name', 'Mona');
    inputKeeper()?.keep();
    await render(null);
  }

  test('is in the form again, once, when the same person has signed in', async () => {
    await typedBy('7.1');
    const again = await shown(nothing);
    expect(again.form.values).toEqual({ name: 'Mona', email: '' });
    expect(again.form.isDirty()).toBe(true);
    await render(null);
    expect((await shown(nothing)).form.values.name).toBe('');
  });

  test('is forgotten when somebody else signs in, also for who typed it', async () => {
    await typedBy('7.1');
    setInputKeeper(keptInput(() => '8.1'));
    expect((await shown(nothing)).form.values.name).toBe('');
    await render(null);
    setInputKeeper(keptInput(() => '7.1'));
    expect((await shown(nothing)).form.values.name).toBe('');
  });

  test('is not put into a form of something else', async () => {
    await typedBy('7.1', { name: '', email: 'mona@example.com' });
    expect((await shown(nothing, { name: '', email: 'omar@example.com' })).form.values.name).toBe('');
  });

  test('is not kept of passwords', async () => {
    setInputKeeper(keptInput(() => '7.1'));
    const latest = {} as { form: ContractForm<{ current_password: string }> };
    const entry = () => (
      <Entry
        schema={z.object({ current_password: z.string() })}
        initialValues={{ current_password: '' }}
        submit={nothing}
        onRender={(form) => {
          latest.form = form;
        }}
      />
    );
    await render(entry());
    await act(async () => latest.form.set('current_password', 'Str0ng&Pass'));
    inputKeeper()?.keep();
    expect(Object.values({ ...sessionStorage }).join()).not.toContain('Str0ng');
    await render(null);
    await render(entry());
    expect(latest.form.values.current_password).toBe('');
  });
});
