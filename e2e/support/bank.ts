import { expect, type Page } from '@playwright/test';

/** A card whose bank asks for approval, as the stand-in for Mastercard Gateway documents it. */
const CARD_WITH_CHALLENGE = '4508750015741019';

/**
 * Pays on the page of the stand-in for Mastercard Gateway, to which the payment page leads by itself: enters a test card
 * and answers the bank's question.
 */
export async function payAtBank(page: Page, { approve }: { approve: boolean }): Promise<void> {
  await expect(page).toHaveURL(/\/checkout\/pay\//);
  await page.locator('input[name=number]').fill(CARD_WITH_CHALLENGE);
  await page.locator('input[name=expiry]').fill('01/39');
  await page.locator('input[name=code]').fill('100');
  await page.locator('button[type=submit]').first().click();
  await page.locator(`button[name=answer][value=${approve ? 'approve' : 'decline'}]`).click();
}
