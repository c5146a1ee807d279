import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { paid } from './support/money.ts';
import { newOperator, signInToConsole } from './support/operator.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('a chargeback holds the money, gets a response, and is withdrawn', async ({
  page,
  request,
  say,
  outbox,
  newMerchant,
  signIn,
  lookAt,
  ops,
}) => {
  const person = await newMerchant();
  const { reference } = await paid(request, outbox, person, { pounds: '100' });
  await signIn(page, person);
  await page.goto('/charge-backs');
  await expect(page.getByText(say('chargebacks', 'empty.title'))).toBeVisible();
  await lookAt(page);

  const opened = await ops('chargeback-open', reference, 'all', 'Never arrived');
  const chargeback = /CHB-\w{8}/.exec(opened)?.[0] ?? '';
  await page.reload();
  await expect(page.getByText(chargeback)).toBeVisible();
  await expect(page.getByText(say('messages', 'chargebackStatus.0')).first()).toBeVisible();
  await lookAt(page);
  const menu = page.getByRole('button', { name: say('common', 'table.actionsFor', { name: chargeback }) });
  await menu.click();
  await page.getByRole('menuitem', { name: say('chargebacks', 'action.answer') }).click();
  await page.waitForURL(/\/charge-backs\/\d+$/);
  await expect(page.getByText('Never arrived')).toBeVisible();
  await expect(page.getByRole('heading', { name: say('chargebacks', 'situation.respond') })).toBeVisible();
  const send = page.getByRole('button', { name: say('chargebacks', 'answer.send') });
  await send.click();
  await expect(page.getByText(say('messages', 'Required'))).toBeVisible();
  const answer = page.getByRole('textbox', { name: say('chargebacks', 'drawer.answer') });
  await answer.fill('سلّمناها يوم الأحد');
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'run.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') });
  await expect(page.getByRole('alert').filter({ hasText: 'run.pdf' })).toBeVisible();
  const buffer = Buffer.from(
    '%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
  );
  await file.setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer });
  await expect(page.getByText('slip.pdf')).toBeVisible();
  await lookAt(page);
  await send.click();
  await expect(page.getByRole('heading', { name: say('chargebacks', 'situation.responded') })).toBeVisible();
  await lookAt(page);

  await ops('chargeback-withdraw', chargeback, '--even-though-due', 'Seen');
  await page.reload();
  await expect(page.getByText(say('messages', 'chargebackStatus.2')).first()).toBeVisible();
  await expect(page.getByText('سلّمناها يوم الأحد')).toBeVisible();
  await expect(page.getByRole('heading', { name: say('chargebacks', 'situation.won') })).toBeVisible();
  await lookAt(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('common', 'preview.download') }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('slip.pdf');
});

test('an operator enters a case of the network and takes it to the next stage, and the merchant may respond again', async ({
  page,
  browser,
  request,
  say,
  outbox,
  newMerchant,
  signIn,
  lookAt,
  language,
}) => {
  const person = await newMerchant();
  const { reference } = await paid(request, outbox, person, { pounds: '100' });
  const operator = await newOperator('finance', `${Date.now()}`);
  const desk = await (await browser.newContext({ locale: language })).newPage();
  await desk.addInitScript((locale) => localStorage.setItem('locale', locale), language);
  await desk.goto(`/ops/transactions?mode=test&q=${reference}`);
  await signInToConsole(desk, say, operator);
  await desk.getByRole('link', { name: reference }).click();
  await desk.getByRole('button', { name: say('ops-transactions', 'chargeback.open') }).click();
  const form = dialog(desk);
  await expect(form.getByLabel(say('ops', 'column.amount'))).toHaveValue('100.00');
  await form.getByLabel(say('ops', 'column.amount')).fill('100.01');
  await form.getByRole('textbox', { name: say('ops', 'reason'), exact: true }).fill('fraudulent');
  await form.getByLabel(say('ops-transactions', 'chargeback.caseId')).fill('VROL-7001');
  await form.getByLabel(say('ops-transactions', 'chargeback.reasonCode')).fill('10.4');
  const open = form.getByRole('button', { name: say('ops-transactions', 'chargeback.open') });
  await open.click();
  await expect(form.getByText(say('messages', 'AmountExceedsDisputable'))).toBeVisible();
  await lookAt(desk);
  await form.getByLabel(say('ops', 'column.amount')).fill('60');
  await open.click();
  await expect(form).toHaveCount(0);

  await desk.goto('/ops/chargebacks?mode=test&case_id=vrol-7001');
  const move = async (stage: string) => {
    await desk
      .getByRole('button', { name: new RegExp(say('common', 'table.actionsFor', { name: 'CHB-' })) })
      .first()
      .click();
    await desk.getByRole('menuitem', { name: say('ops-chargebacks', 'move') }).click();
    await dialog(desk).getByLabel(say('ops-chargebacks', 'stage')).selectOption(stage);
    await lookAt(desk);
    await dialog(desk)
      .getByRole('button', { name: say('ops-chargebacks', 'move') })
      .click();
    await expect(dialog(desk)).toHaveCount(0);
  };
  await move('pre_arbitration');
  const later = say('messages', 'chargebackStage.pre_arbitration');
  await expect(desk.getByText(later).first()).toBeVisible();
  await lookAt(desk);

  // Decided by mistake, and taken back: open again at the same stage.
  const does = async (key: string) => {
    await desk
      .getByRole('button', { name: new RegExp(say('common', 'table.actionsFor', { name: 'CHB-' })) })
      .first()
      .click();
    await desk.getByRole('menuitem', { name: say('ops-chargebacks', key), exact: true }).click();
  };
  const button = (key: string) =>
    dialog(desk).getByRole('button', { name: say('ops-chargebacks', key), exact: true });
  await does('apply');
  await dialog(desk).getByLabel(say('ops', 'reason')).fill('The network told us');
  await button('apply').click();
  await expect(dialog(desk).getByText(say('messages', 'MerchantMayAnswer'))).toBeVisible();
  await lookAt(desk);
  await dialog(desk).getByLabel(say('ops-chargebacks', 'evenThoughDue')).check();
  await button('apply').click();
  await expect(desk.getByText(say('messages', 'chargebackStatus.1')).first()).toBeVisible();
  await does('takeBack');
  await dialog(desk).getByLabel(say('ops', 'reason')).fill('The wrong button');
  await lookAt(desk);
  await button('takeBack').click();
  await expect(dialog(desk)).toHaveCount(0);
  await does('view');
  await expect(dialog(desk).getByText('The wrong button')).toBeVisible();
  await expect(dialog(desk).getByText(say('messages', 'chargebackTakenBack'))).toBeVisible();
  await lookAt(desk);
  await desk.keyboard.press('Escape');

  await signIn(page, person);
  await page.goto('/charge-backs?case_id=VROL');
  await expect(page.getByText(later).first()).toBeVisible();
  await lookAt(page);
  await page
    .getByRole('button', { name: new RegExp(say('common', 'table.actionsFor', { name: 'CHB-' })) })
    .click();
  await page.getByRole('menuitem', { name: say('chargebacks', 'action.answer') }).click();
  await page.waitForURL(/\/charge-backs\/\d+$/);
  await expect(page.getByText('VROL-7001')).toBeVisible();
  await expect(page.getByText(say('chargebacks', 'family.fraud'))).toBeVisible();
  await expect(page.getByText(say('chargebacks', 'drawer.history'))).toBeVisible();
  await lookAt(page);
  await desk.context().close();
});
