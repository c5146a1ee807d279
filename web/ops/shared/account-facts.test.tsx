import { expect, test, vi } from 'vitest';
import { Facts } from '../../ui/detail-page.tsx';
import { button, press, render, until } from '../../ui/testing/render.tsx';
import { useAccountFacts } from './account-facts.tsx';

const ACCOUNT = {
  name: 'منى عادل',
  latin_name: 'Mona Adel',
  town: '',
  bank: 'CIB',
  branch: '',
  number: '100023',
  iban: 'EG380019000500000000263180002',
  swift: '',
};

function Account() {
  return <Facts facts={useAccountFacts()(ACCOUNT)} />;
}

test('an account to pay to is shown whole in groups of four, from left to right, and copied without spaces', async () => {
  const copied = vi.fn(async (_text: string) => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
  await render(<Account />);
  const written = [...document.querySelectorAll('bdi[dir="ltr"]')].map(({ textContent }) => textContent);
  expect(written).toEqual(['Mona Adel', 'EG38 0019 0005 0000 0000 2631 8000 2', '100023']);
  expect([...document.querySelectorAll('dd')].map(({ textContent }) => textContent)).toContain('CIB');
  expect(document.querySelectorAll('dt')).toHaveLength(5);
  await press(button('account.copyIban'));
  await until(() => expect(copied).toHaveBeenCalledWith(ACCOUNT.iban));
  vi.unstubAllGlobals();
});
