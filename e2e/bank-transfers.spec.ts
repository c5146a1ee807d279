import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test';
import { newIban } from './support/iban.ts';
import { expect, labelOf, type Person, test } from './support/journey.ts';
import { newOperator, signInToConsole } from './support/operator.ts';

const unique = () => `${process.pid}${Date.now()}`;
const dialog = (page: Page) => page.getByRole('dialog').last();
const IBAN = 'EG380019000500000000263180002';

/** A file holds what waits of every merchant, so one journey at a time makes one. */
const TURN = join(tmpdir(), `daftar-file-of-transfers-${process.ppid}`);
async function inTurn(work: () => Promise<void>): Promise<void> {
  const take = () =>
    mkdir(TURN).then(
      () => true,
      () => false,
    );
  await expect.poll(take, { timeout: 60_000 }).toBe(true);
  try {
    await work();
  } finally {
    await rm(TURN, { recursive: true });
  }
}

/** Signs an owner in over HTTP, adds a bank account and lets it receive settlements. */
async function receivingAccount(request: APIRequestContext, { email, password }: Person) {
  const signedIn = await request.post('/api/merchant/login', { data: { email, password } });
  const headers = { authorization: `Bearer ${(await signedIn.json()).data.access_token}` };
  const multipart = {
    bankAccountName: 'Nour Trading',
    bankAccountNumber: '100020003000',
    bankName: 'CIB',
    bankBranch: 'Maadi',
    iban: IBAN,
  };
  const settings = '/api/merchant/AccountSettings';
  const added = await request.post(`${settings}/AddBankAccount`, { headers, multipart });
  expect(added.status(), await added.text()).toBe(200);
  const { bankAccountId } = (await added.json()).data;
  const chosen = await request.post(`${settings}/ToggleReceiveSettlement`, {
    headers,
    data: { bankAccountId, current_password: password },
  });
  expect(chosen.status(), await chosen.text()).toBe(200);
  return headers;
}

test('operators correct a ledger and pay a merchant by a file of transfers, which a second one releases and the bank answers; the merchant sees both', async ({
  page,
  browser,
  request,
  say,
  ops,
  newMerchant,
  signIn,
  lookAt,
  language,
}) => {
  test.setTimeout(180_000);
  const person = await newMerchant();
  await ops('approve', person.email);
  const headers = await receivingAccount(request, person);
  const words = (key: string, params?: Record<string, string | number>) =>
    say('ops-bank-transfers', key, params);
  const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true });
  const second = await deskOf(browser);
  const approve = async (path: string) => {
    await second.goto(path);
    await lookAt(second);
    await button(second, say('ops-approvals', 'approve')).click();
    await dialog(second)
      .getByRole('button', { name: say('ops-approvals', 'approve'), exact: true })
      .click();
    await expect(second.getByText(say('ops-approvals', 'state.approved'), { exact: true })).toBeVisible();
  };
  /** The path of the request that waits on a screen. */
  const asked = async () => {
    const waits = page.getByRole('list', { name: say('ops', 'approvals.waiting') }).getByRole('link');
    await expect(waits).toHaveCount(1);
    return (await waits.getAttribute('href')) ?? '';
  };

  // One operator asks for a correction of the merchant's ledger, another approves it.
  await page.goto(`/ops/merchants?q=${encodeURIComponent(person.email)}`);
  await page.waitForURL(/\/ops\/sign-in/);
  const finance = await newOperator('finance', unique());
  await signInToConsole(page, say, finance);
  const merchant = await page.getByRole('main').getByRole('link').first().getAttribute('href');
  const id = /\d+$/.exec(merchant ?? '')?.[0] ?? '';
  await page.goto(`/ops/ledger/${id}`);
  await expect(page.getByText(say('ops-ledger', 'empty'))).toBeVisible();
  await lookAt(page);
  await button(page, say('ops-ledger', 'correct')).click();
  await button(dialog(page), say('ops', 'askApproval')).click();
  await expect(dialog(page).getByRole('alert').first()).toBeVisible();
  const group = (account: string) =>
    dialog(page).getByRole('group', { name: say('ops-ledger', `account.${account}`), exact: true });
  for (const [account, side] of [
    ['available', 'credit'],
    ['bank', 'debit'],
  ] as const) {
    await group(account).getByRole('combobox').selectOption(side);
    await group(account).getByLabel(say('ops', 'column.amount')).fill('300');
  }
  await dialog(page).locator('[name="reference"]').fill('JUNE-300');
  await dialog(page).locator('[name="reason"]').fill('The balance of the former system');
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'letter.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
    });
  await lookAt(page);
  await button(dialog(page), say('ops', 'askApproval')).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await newSecond(second);
  await approve(await asked());
  await page.reload();
  await expect(page.getByText('JUNE-300').first()).toBeVisible();
  await lookAt(page);

  const portal = await (await browser.newContext({ ...test.info().project.use })).newPage();
  await portal.addInitScript((locale) => localStorage.setItem('locale', locale), language);
  await signIn(portal, person);
  const text = (key: string, params?: Record<string, string | number>) => say('payouts', key, params);
  const openPayouts = async () => {
    await portal.goto('/payouts');
    await button(portal, text('request.submit')).first().click();
    await expect(dialog(portal).getByText(text('request.balance'), { exact: true })).toBeVisible();
  };
  const pieces: { reference: string; code: string }[] = [];
  await page.goto('/ops/bank-transfers');
  await button(page, words('addAccount')).click();
  for (const [name, value] of [
    ['name', 'Daftar merchants'],
    ['bank_name', 'National Bank of Egypt'],
    ['iban', newIban()],
    ['current_password', finance.password],
  ] as const)
    await dialog(page).locator(`[name="${name}"]`).fill(value);
  await lookAt(page);
  await button(dialog(page), words('addAccount')).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  let file = '';
  await inTurn(async () => {
    // The merchant asks for two payouts to the bank account.
    for (const amount of ['50', '70']) {
      await openPayouts();
      await dialog(portal)
        .getByLabel(labelOf(text('column.amount')))
        .fill(amount);
      await expect(dialog(portal).locator('[name="bank_account_id"]')).not.toHaveValue('code');
      await lookAt(portal);
      await button(dialog(portal), text('request.submit')).click();
      await expect(dialog(portal).getByText('****0002').first()).toBeVisible();
    }
    await lookAt(portal);
    await page.reload();
    await lookAt(page);
    await button(page, words('make')).click();
    await dialog(page).locator('select').selectOption({ index: 1 });
    await lookAt(page);
    await dialog(page)
      .getByLabel(labelOf(words('day')))
      .click();
    await page.locator('button[data-today]').first().click();
    await button(dialog(page), words('make')).click();
    await page.waitForURL(/\/ops\/bank-transfers\/\d+$/);
    file = page.url();
  });
  await lookAt(page);
  await button(page, words('release')).click();
  await dialog(page).locator('[name="reason"]').fill('Friday’s run');
  await button(dialog(page), say('ops', 'askApproval')).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await approve(await asked());
  await page.goto(file);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, words('download')).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const sent = Buffer.concat(chunks).toString();
  const payouts = await request.get('/api/merchant/payouts', { headers });
  for (const { code } of (await payouts.json()).data as { code: string }[]) {
    const reference = new RegExp(`<EndToEndId>(TRF-\\w+)</EndToEndId>(?:(?!EndToEndId).)*${code}`).exec(sent);
    pieces.push({ code, reference: reference?.[1] ?? '' });
  }
  expect(pieces).toHaveLength(2);

  // The bank made one, and does not accept the other.
  await button(page, words('answer')).click();
  const [refused, made] = pieces;
  const answer = `Reference,Status,Reason\n${made?.reference},Paid,\n${refused?.reference},Rejected,Account closed\n`;
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'answer.csv', mimeType: 'text/csv', buffer: Buffer.from(answer) });
  await expect(dialog(page).getByText(words('outcome.rejected'), { exact: true })).toBeVisible();
  await dialog(page).locator('[name="reason"]').fill('Downloaded from the bank’s portal');
  await lookAt(page);
  await button(dialog(page), words('apply')).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // What was refused is due again once another operator has approved it.
  await expect(page.getByText(words('transferState.paid'), { exact: true }).first()).toBeVisible();
  await lookAt(page);
  await approve(await asked());
  await page.reload();
  await expect(page.getByText('Account closed').first()).toBeVisible();
  await lookAt(page);

  // The list and the page of each have the same word for what became of it.
  for (const [payout, state, step] of [
    [made, 'handed-over', 'transferred'],
    [refused, 'returned', 'refused'],
  ] as const) {
    await portal.goto('/payouts');
    await portal.getByRole('link', { name: payout?.code ?? '' }).click();
    await expect(portal.getByRole('heading', { name: text(`next.${step}`) })).toBeVisible();
    await expect(portal.getByText(say('messages', `payoutState.${state}`), { exact: true })).toBeVisible();
    await expect(portal.getByText(payout?.reference ?? '').first()).toBeVisible();
    await lookAt(portal);
  }
  await expect(portal.getByText('Account closed')).toBeVisible();
  await lookAt(portal);
  await portal.context().close();
  await second.context().close();

  /** Another operator's window. */
  async function deskOf(on: Browser): Promise<Page> {
    const desk = await (await on.newContext({ ...test.info().project.use })).newPage();
    await desk.addInitScript((locale) => localStorage.setItem('locale', locale), language);
    return desk;
  }
  async function newSecond(desk: Page) {
    const operator = await newOperator('finance', `second${unique()}`);
    await desk.goto('/ops/approvals');
    await desk.waitForURL(/\/ops\/sign-in/);
    await signInToConsole(desk, say, operator);
    await desk.waitForURL(/\/ops\/approvals/);
  }
});
