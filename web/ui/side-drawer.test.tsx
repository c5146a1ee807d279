import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Dialog } from './dialog.tsx';
import { Form, SubmitButton, useContractForm } from './form.tsx';
import { LeaveButton } from './leave-button.tsx';
import { SideDrawer } from './side-drawer.tsx';
import { button, field, key, press, render, type, until } from './testing/render.tsx';

function Entry({ onDone }: { onDone: () => void }) {
  const form = useContractForm(z.object({ name: z.string() }), {
    initialValues: { name: '' },
    submit: async () => onDone(),
  });
  return (
    <Form form={form}>
      <TextInput {...form.field('name')} label="Name" />
      <SubmitButton form={form}>Save</SubmitButton>
      <LeaveButton />
    </Form>
  );
}

function Screen({ in: Panel }: { in: typeof SideDrawer | typeof Dialog }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Add a customer
      </button>
      <Panel opened={opened} onClose={close} title="Customer" unsavedText="Mona will be lost.">
        <Entry onDone={close} />
      </Panel>
    </>
  );
}

const question = () => button('Stay').closest('[role="dialog"]')?.textContent ?? '';
const closed = () => until(() => expect(() => field('Name')).toThrow());
/** Presses beside the panel. */
const beside = async () => {
  const overlay = document.querySelector('.mantine-Drawer-overlay, .mantine-Modal-overlay');
  if (!overlay) throw new Error('Nothing is beside the panel');
  await press(overlay);
};

describe.each([
  ['a drawer', SideDrawer],
  ['a dialog', Dialog],
])('%s', (_, Panel) => {
  const opened = async () => {
    await render(<Screen in={Panel} />);
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    await press('Add a customer');
    await until(() => field('Name'));
  };

  test('is named by its title, and Escape closes it and returns the focus to the button that opened it', async () => {
    await opened();
    const dialog = document.querySelector('[role="dialog"]');
    const name = document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '');
    expect(name?.textContent).toBe('Customer');
    await key('Escape');
    await closed();
    await until(() => expect(document.activeElement).toBe(button('Add a customer')));
  });

  test.each([
    ['Escape', () => key('Escape')],
    ['a click outside', beside],
    ['the close button', () => press('Close')],
    ['Cancel', () => press('Cancel')],
  ])(
    'with unsaved input in its form, %s asks for confirmation, and Stay keeps the input',
    async (_, leave) => {
      await opened();
      await type('Name', 'Mona');
      await leave();
      await until(() => button('Stay'));
      expect(question()).toContain('Leave without saving?');
      expect(question()).toContain('Mona will be lost.');
      await press('Stay');
      await until(() => expect(() => button('Stay')).toThrow());
      expect(field('Name').value).toBe('Mona');
    },
  );

  test('closes without a question after saving', async () => {
    await opened();
    await type('Name', 'Mona');
    await press('Save');
    await closed();
    expect(() => button('Stay')).toThrow();
  });

  test('discards the input on Leave, and starts empty the next time', async () => {
    await opened();
    await type('Name', 'Mona');
    await key('Escape');
    await until(() => button('Leave'));
    await press('Leave');
    await closed();
    await press('Add a customer');
    await until(() => field('Name'));
    expect(field('Name').value).toBe('');
    await key('Escape');
    await closed();
  });
});
