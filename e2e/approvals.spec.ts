import type { Page } from '@playwright/test';
import { expect, labelOf, test } from './support/journey.ts';
import { hire } from './support/team.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('a simulated payment is settled, and its refund waits for the approval of a second person', async ({
  page,
  browser,
  baseURL,
  request,
  say,
  language,
  outbox,
  newMerchant,
  newPerson,
  signIn,
  lookAt,
}) => {
  const owner = await newMerchant();
  const second = newPerson();
  const permissions = ['transaction-refund', 'payout-request-transactions', 'view-transaction-details'];
  await hire(request, outbox, owner, second, permissions);
  const text = (key: string) => say('transactions', key);

  // Whatever can happen to money, at the press of a button.
  await signIn(page, owner);
  await page.goto('/simulator');
  const name = say('simulator', 'name.payment-succeeded');
  await page.getByRole('button', { name: say('simulator', 'runOf', { name }) }).click();
  const made = page.getByRole('status').getByRole('link');
  await expect(made).toBeVisible();
  await lookAt(page);
  await made.click();
  const simulate = page.getByRole('button', { name: say('simulator', 'simulate.title'), exact: true });
  await simulate.click();
  await page.getByRole('menuitem', { name: say('simulator', 'simulate.settle') }).click();
  await expect(page.getByText(text('money.toBalance'))).toBeVisible();
  const payment = page.url();

  await page.goto('/account-settings?tab=settings');
  const form = page.getByRole('form', { name: say('approvals', 'settings.title') });
  // Its own input is beneath what is drawn of a switch.
  await form.getByRole('switch', { name: say('approvals', 'settings.enabled') }).focus();
  await page.keyboard.press('Space');
  await form.getByRole('textbox', { name: say('approvals', 'settings.refundAbove') }).fill('50');
  await form.getByRole('button', { name: say('approvals', 'settings.save') }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await lookAt(page);

  await page.goto(payment);
  await page.getByRole('button', { name: text('refund.title'), exact: true }).click();
  await expect(dialog(page).getByLabel(labelOf(text('column.amount')))).toHaveValue('100.00');
  await lookAt(page);
  await dialog(page)
    .getByRole('button', { name: text('refund.submit'), exact: true })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(say('messages', 'refundState.waiting'))).toBeVisible();

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  const theirs = await context.newPage();
  await theirs.addInitScript((locale) => localStorage.setItem('locale', locale), language);
  await signIn(theirs, second);
  await theirs.goto('/approvals');
  const who = say('approvals', 'name.refund', { name: `${owner.firstName} ${owner.lastName}` });
  const menu = theirs.getByRole('button', { name: say('common', 'table.actionsFor', { name: who }) });
  await menu.click();
  const decide = theirs.getByRole('menuitem', { name: say('approvals', 'action.decide') });
  await decide.click();
  await expect(dialog(theirs).getByText(say('approvals', 'note.refund'))).toBeVisible();
  await lookAt(theirs);
  // Closed by the keyboard, the focus is where it was.
  await theirs.keyboard.press('Escape');
  await expect(dialog(theirs)).toHaveCount(0);
  await expect(menu).toBeFocused();
  await menu.click();
  await decide.click();
  const approve = say('approvals', 'action.approve');
  await dialog(theirs).getByRole('button', { name: approve }).click();
  const sure = theirs.getByRole('dialog', { name: say('approvals', 'confirm.approve.title') });
  await sure.getByRole('button', { name: approve }).click();
  await expect(theirs.getByText(say('messages', 'approvalState.approved')).first()).toBeVisible();
  await lookAt(theirs);
  await context.close();

  await page.reload();
  await expect(page.getByText(say('messages', 'refundState.succeeded')).first()).toBeVisible();
  await expect(page.getByText(text('approvedBy'))).toBeVisible();
});
