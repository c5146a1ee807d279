import { expect, test } from 'vitest';
import { FieldError } from './field-error.tsx';
import { render } from './testing/render.tsx';

const said = async (message: Parameters<typeof FieldError>[0]['message']) => {
  await render(
    <p>
      <FieldError message={message} />
    </p>,
  );
  return document.querySelector('p')?.textContent;
};

test('a key without a catalogue is looked up in the shared one', async () => {
  expect(await said('InvalidAccount')).toBe('Mobile or account number not valid');
});

test('a key with a catalogue is looked up there', async () => {
  expect(await said({ key: 'transactions:refund.amountInvalid' })).toBe('Amount not valid value');
});

test('a sentence from the server is shown unchanged', async () => {
  expect(await said('Mobile Number is already taken')).toBe('Mobile Number is already taken');
});
