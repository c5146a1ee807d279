import type { Page } from '@playwright/test';
import { follow } from './support/follow.ts';
import { expect, test } from './support/journey.ts';
import { paid } from './support/money.ts';
import { newOperator, signInToConsole } from './support/operator.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
const PAPER = Buffer.from(
  '%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n' +
    '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n' +
    '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >> endobj\n' +
    'trailer << /Root 1 0 R >>\n%%EOF\n',
);

test('a merchant opens a ticket, the provider answers, and each sees the other’s message without reloading', async ({
  page,
  request,
  say,
  outbox,
  newMerchant,
  signIn,
  lookAt,
}) => {
  const person = await newMerchant();
  const { reference } = await paid(request, outbox, person, { pounds: '100' });
  const operator = await newOperator('reviewer', `${process.pid}${Date.now()}`);
  await signIn(page, person);
  await page.goto('/support');
  await expect(page.getByText(say('tickets', 'empty.title'))).toBeVisible();
  await lookAt(page);

  // A new ticket, from the transaction it is about.
  await page.goto(`/support/create-ticket?transaction=${reference}`);
  await expect(page.getByRole('heading', { name: say('tickets', 'create.title') })).toBeVisible();
  await expect(page.getByLabel(say('tickets', 'column.type'))).toHaveValue('1');
  await expect(page.getByLabel(say('tickets', 'column.reference'))).toHaveValue(reference);
  const send = page.getByRole('button', { name: say('tickets', 'create.submit') });
  await send.click();
  await expect(page.getByText(say('messages', 'Required'))).toBeVisible();
  await page.getByLabel(say('tickets', 'column.message')).fill('دُفعت مرتين؟\nWas it paid twice?');
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'run.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') });
  await send.click();
  // Under its field, and as a toast of its own.
  await expect(page.getByText(say('messages', 'DocumentFileTypes'))).toHaveCount(2);
  await file.setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(page.getByText('screen.png')).toBeVisible();
  await lookAt(page);
  await send.click();
  await page.waitForURL(/\/support$/);
  const number = page.getByRole('link', { name: /^TKT-\w{8}$/ });
  await expect(number).toBeVisible();
  const ticket = (await number.textContent()) ?? '';
  await lookAt(page);
  await number.click();
  await page.waitForURL(/\/support\/\d+$/);
  await expect(page.getByRole('heading', { name: say('tickets', 'details.title') })).toBeVisible();
  await page.getByRole('button', { name: say('common', 'preview.open', { name: 'screen.png' }) }).click();
  await expect(dialog(page).getByRole('img', { name: 'screen.png' })).toBeVisible();
  await lookAt(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  // The provider's desk, where it waits.
  const desk = await page.context().newPage();
  await desk.goto(`/ops/tickets?ticket_number=${ticket}`);
  await desk.waitForURL(/\/ops\/sign-in/);
  await expect(desk.getByRole('heading', { name: say('ops', 'signIn.title') })).toBeVisible();
  await signInToConsole(desk, say, operator);
  await expect(desk.getByRole('link', { name: ticket })).toBeVisible();
  await lookAt(desk);
  await desk.getByRole('link', { name: ticket }).click();
  await desk.waitForURL(/\/ops\/tickets\/\d+\/\d+$/);
  // Who answers it, how urgent it is, and a note that stays among colleagues.
  await desk.getByRole('button', { name: say('ops-tickets', 'assignToMe') }).click();
  await expect(desk.getByRole('button', { name: say('ops-tickets', 'assignToMe') })).toHaveCount(0);
  await desk.getByLabel(say('ops-tickets', 'priority'), { exact: true }).selectOption('high');
  await expect(desk.getByText(say('ops-tickets', 'priority.high')).first()).toBeVisible();
  const NOTE = 'Pays late, be careful';
  await desk.getByLabel(say('ops-tickets', 'note')).fill(NOTE);
  await desk.getByRole('button', { name: say('ops-tickets', 'addNote') }).click();
  await expect(desk.getByRole('list', { name: say('ops-tickets', 'notes') }).getByText(NOTE)).toBeVisible();
  await lookAt(desk);

  // A canned reply, in the merchant’s language and with its name and the ticket's number, edited before it is sent.
  const replies = await page.context().newPage();
  await replies.goto('/ops/canned-replies');
  await replies.getByRole('button', { name: say('ops-tickets', 'addReply') }).click();
  const reply1 = `Held ${ticket}`;
  await dialog(replies).getByLabel(say('ops-tickets', 'replyName')).fill(reply1);
  await dialog(replies).getByLabel(say('ops-tickets', 'replyEn')).fill('Hello {customer}');
  await dialog(replies).getByLabel(say('ops-tickets', 'replyAr')).fill('مرحبًا {merchant}، بخصوص {ticket}');
  const save = dialog(replies).getByRole('button', { name: say('ops-tickets', 'saveReply') });
  await save.click();
  await expect(dialog(replies).getByText(say('messages', 'PlaceholderUnknown'))).toBeVisible();
  await lookAt(replies);
  await dialog(replies).getByLabel(say('ops-tickets', 'replyEn')).fill('Hello {merchant}, about {ticket}');
  await save.click();
  await expect(replies.getByRole('heading', { name: reply1 })).toBeVisible();
  await lookAt(replies);
  await replies.close();
  await desk.reload();
  await desk.getByLabel(say('ops-tickets', 'replyLanguage')).selectOption('en');
  await desk.getByLabel(say('ops-tickets', 'insertReply')).selectOption({ label: reply1 });
  await expect(desk.getByLabel(say('ops-tickets', 'replyText'))).toHaveValue(
    new RegExp(`^Hello .+, about ${ticket}$`),
  );
  await lookAt(desk);

  await desk.getByLabel(say('ops-tickets', 'replyText')).fill('Once; the second was only held.');
  await desk
    .locator('input[type=file]')
    .setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer: PAPER });
  await expect(desk.getByText('slip.pdf')).toBeVisible();
  await lookAt(desk);
  await desk.getByRole('button', { name: say('ops-tickets', 'send') }).click();

  // It reaches the merchant as it is sent, from nobody by name.
  await expect(page.getByText('Once; the second was only held.')).toBeVisible();
  await expect(page.getByText(say('tickets', 'thread.provider'))).toBeVisible();
  await expect(page.getByText(operator.email)).toHaveCount(0);
  await expect(page.getByText(NOTE)).toHaveCount(0);
  await page.getByRole('button', { name: say('common', 'preview.open', { name: 'slip.pdf' }) }).click();
  await expect(
    dialog(page).getByRole('img', {
      name: say('common', 'pdf.page', { name: 'slip.pdf', number: 1, total: 1 }),
    }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  const reply = page.getByLabel(say('tickets', 'reply.message'));
  await reply.fill('شكرًا لكم');
  await page.getByRole('button', { name: say('tickets', 'reply.send'), exact: true }).click();
  await expect(reply).toHaveValue('');
  await expect(desk.getByText('شكرًا لكم')).toBeVisible();

  // The list of one's own.
  const queue = await page.context().newPage();
  await queue.goto('/ops/tickets?assignee=me');
  await expect(queue.getByRole('link', { name: ticket })).toBeVisible();
  await lookAt(queue);
  await queue.close();

  // Closed by the one, opened again by the other.
  await desk.getByRole('button', { name: say('ops-tickets', 'close'), exact: true }).click();
  await dialog(desk)
    .getByRole('button', { name: say('ops-tickets', 'close'), exact: true })
    .click();
  await expect(desk.getByText(say('ops-tickets', 'isClosed'))).toBeVisible();
  await lookAt(desk);
  await expect(page.getByText(say('tickets', 'outcome.CLOSED'))).toBeVisible();
  await expect(reply).toHaveCount(0);
  await lookAt(page);
  await page.getByRole('button', { name: say('tickets', 'reopen.start') }).click();
  await reply.fill('It came back');
  await page.getByRole('button', { name: say('tickets', 'reopen.send') }).click();
  await expect(page.getByRole('heading', { name: say('tickets', 'reply.title'), exact: true })).toBeVisible();
  await expect(desk.getByText('It came back')).toBeVisible();

  // Closed by the merchant, on its own page and two more from the list; the provider sees by whom.
  const close = say('tickets', 'close');
  await page.getByRole('button', { name: close, exact: true }).click();
  await expect(dialog(page).getByText(say('tickets', 'close.text'))).toBeVisible();
  await lookAt(page);
  await dialog(page).getByRole('button', { name: close, exact: true }).click();
  await expect(page.getByText(say('tickets', 'outcome.CLOSED'))).toBeVisible();
  await desk.reload();
  await expect(desk.getByText(say('ops-tickets', 'isClosed'))).toBeVisible();
  await expect(desk.getByText(person.email)).toBeVisible();
  await lookAt(desk);
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value;
  for (const message of ['It was slow', 'It is fast again']) {
    const made = await page.request.post('/api/sandbox/merchant/support/create-ticket', {
      headers: { authorization: `Bearer ${token}` },
      multipart: { ticket_type: '4', reference_id: '', ticket_message: message },
    });
    expect(made.status()).toBe(200);
  }
  await follow(page, '/support');
  const chosen = page.getByRole('checkbox', { name: /TKT-/ });
  await expect(chosen).toHaveCount(3);
  await chosen.nth(0).check();
  await chosen.nth(1).check();
  await lookAt(page);
  const many = say('tickets', 'close.many');
  await page.getByRole('button', { name: many, exact: true }).click();
  await expect(dialog(page).getByText(say('tickets', 'close.manyText'))).toBeVisible();
  await lookAt(page);
  await dialog(page).getByRole('button', { name: many, exact: true }).click();
  await expect(chosen.nth(0)).not.toBeChecked();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await lookAt(page);
  await page.getByRole('button', { name: new RegExp(`^${say('messages', 'ticketStatus.CLOSED')}`) }).click();
  await page.waitForURL(/status=3/);
  await expect(chosen).toHaveCount(3);
});

test('an administrator makes a role of their own, gives it to a colleague, and the colleague sees no more than it holds', async ({
  page,
  say,
  lookAt,
}) => {
  const unique = `${process.pid}${Date.now()}`;
  const admin = await newOperator('admin', unique);
  const colleague = await newOperator('viewer', unique);
  await page.goto('/ops/operator-roles');
  await signInToConsole(page, say, admin);
  await expect(page.getByRole('heading', { name: say('ops-operators', 'roles') })).toBeVisible();
  await lookAt(page);

  // Tickets may be changed, merchants seen.
  await page.getByRole('button', { name: say('ops-operators', 'addRole') }).click();
  await dialog(page).getByLabel(say('ops-operators', 'nameEn')).fill(`Night desk ${unique}`);
  await dialog(page).getByLabel(say('ops-operators', 'nameAr')).fill(`نوبة الليل ${unique}`);
  await dialog(page).getByLabel(say('ops-operators', 'power.tickets'), { exact: true }).selectOption('may');
  await dialog(page)
    .getByLabel(say('ops-operators', 'power.merchants'), { exact: true })
    .selectOption('sees');
  await lookAt(page);
  await dialog(page)
    .getByRole('button', { name: say('ops-operators', 'saveRole') })
    .click();
  await expect(
    page.getByRole('list', { name: say('ops-operators', 'roles') }).getByText(unique),
  ).toBeVisible();

  await page.goto(`/ops/operators?q=${encodeURIComponent(colleague.email)}`);
  await page
    .getByRole('button', { name: new RegExp(colleague.email) })
    .first()
    .click();
  await page.getByRole('menuitem', { name: say('ops-operators', 'changeRole') }).click();
  const role = dialog(page).getByRole('combobox');
  const value = await role.locator('option', { hasText: unique }).getAttribute('value');
  await role.selectOption(value ?? '');
  await dialog(page).locator('input[type=password]').fill(admin.password);
  await lookAt(page);
  await dialog(page)
    .getByRole('button', { name: say('ops-operators', 'changeRole') })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(unique).last()).toBeVisible();
  await lookAt(page);

  // The colleague sees tickets and merchants, and nothing else.
  await page.context().clearCookies();
  await page.goto('/ops/tickets');
  await signInToConsole(page, say, colleague);
  await page.waitForURL(/\/ops\/tickets/);
  await expect(page.getByRole('heading', { name: say('ops', 'nav.tickets') })).toBeVisible();
  await page.goto('/ops/operators');
  await page.waitForURL(/\/ops\/403/);
});
