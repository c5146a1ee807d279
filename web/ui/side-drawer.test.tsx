// @vitest-environment happy-dom
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { SideDrawer } from './side-drawer.tsx';
import { button, field, key, press, render, type, until } from './testing/render.tsx';
import type { LeaveControls } from './use-asked-leave.ts';

function Entry({ controls }: { controls: LeaveControls }) {
  const [typed, setTyped] = useState('');
  controls.isDirty.current = () => typed !== '';
  return (
    <>
      <TextInput label="Name" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <button type="button" onClick={controls.leave}>
        Cancel
      </button>
    </>
  );
}

function Screen() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Add a customer
      </button>
      <SideDrawer
        opened={opened}
        onClose={() => setOpened(false)}
        title="Customer"
        unsavedText="Mona will be lost."
      >
        {(controls) => <Entry controls={controls} />}
      </SideDrawer>
    </>
  );
}

const opened = async () => {
  await render(<Screen />);
  expect(document.querySelector('[role="dialog"]')).toBeNull();
  await press('Add a customer');
  await until(() => field('Name'));
};
const question = () => button('Stay').closest('[role="dialog"]')?.textContent ?? '';
const closed = () => until(() => expect(() => field('Name')).toThrow());

test('it has its title for a name, and Escape closes it and leads back to the button that opened it', async () => {
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
  ['the cross', () => press('Close')],
  ['a button of its own', () => press('Cancel')],
])('with something typed, %s asks first, and Stay keeps it', async (_, leave) => {
  await opened();
  await type('Name', 'Mona');
  await leave();
  await until(() => button('Stay'));
  expect(question()).toContain('Leave without saving?');
  expect(question()).toContain('Mona will be lost.');
  await press('Stay');
  await until(() => expect(() => button('Stay')).toThrow());
  expect(field('Name').value).toBe('Mona');
});

test('Leave gives up what was typed, and the next opening begins anew', async () => {
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
