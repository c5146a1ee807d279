import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';

/** A scan that opens: one grey pixel. */
const SCAN = {
  name: 'scan.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

for (const type of ['corporate', 'individual'] as const) {
  test(`${type}: from the papers to live mode`, async ({
    page,
    say,
    newMerchant,
    signIn,
    operator,
    lookAt,
  }) => {
    const person = await newMerchant();
    await signIn(page, person);
    await page.goto('/activate-account');
    await expect(page.getByRole('heading', { name: say('kyc', 'title') })).toBeVisible();
    const next = page.getByRole('button', { name: say('common', 'next'), exact: true });
    await expect(next).toBeDisabled();
    await page.getByRole('radio', { name: say('kyc', `type.${type}Text`) }).click();
    await lookAt(page);
    await next.click();

    const field = (name: string) =>
      page.getByRole('textbox', { name: say('kyc', `field.${name}`), exact: true });
    const fill = async (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) await field(name).fill(value);
    };
    await expect(field('mobileNumber')).toHaveValue(person.mobile);
    await next.click();
    await expect(page.getByText(say('messages', 'Required')).first()).toBeVisible();
    await fill({ address: '9 Nile St', landMark: 'Beside the mosque', description: 'Bread and cakes' });
    await choose(page, say('kyc', 'field.governorateId'));
    await choose(page, say('kyc', 'field.areaId'));
    await choose(page, say('kyc', 'field.businessServiceTypeId'));
    await choose(page, say('kyc', 'field.businessCategoryId'));
    await choose(page, say('kyc', 'field.businessSubCategoryId'));
    await upload(page, say('kyc', 'field.logoPath'), say('common', 'upload.replace'));
    await lookAt(page);
    await next.click();

    await expect(page.getByRole('heading', { name: say('kyc', 'part.bank') })).toBeVisible();
    await fill({
      companyNameEn: 'El Nour Bakery',
      companyNameAr: 'مخبز النور',
      companyAddress: '9 Nile St',
      signatoryName: 'Mona Adel',
      branchName: 'Maadi',
      bankName: 'CIB',
      bankAccountName: 'El Nour',
      bankAccountNumber: '100020003000',
    });
    const papers = ['signatoryIdDocument'];
    if (type === 'corporate') {
      await fill({
        companyMobile: '01012345678',
        companyEmail: 'office@nour.example',
        crNumber: '123456',
        taxIdNumber: '123-456-789',
        signatoryPosition: 'Owner',
      });
      papers.push('crDocument', 'taxIdDocument');
    } else {
      await fill({ ownerAddress: '9 Nile St' });
      papers.push('ownerAddressProofDocument');
    }
    for (const paper of papers) {
      await upload(page, say('kyc', `field.${paper}`), say('common', 'upload.replace'));
    }
    const iban = page.getByRole('textbox', { name: say('kyc', 'field.iban') });
    await iban.fill('EG380019000500000000263180003');
    const send = page.getByRole('button', { name: say('kyc', 'submit') });
    await send.click();
    await expect(page.getByText(say('messages', 'InvalidIban'))).toBeVisible();
    await iban.fill('EG38 0019 0005 0000 0000 2631 8000 2');
    await lookAt(page);
    await send.click();
    await expect(page.getByRole('heading', { name: say('kyc', 'review.title') })).toBeVisible();
    await lookAt(page);

    await operator('approve', person.email);
    await page.reload();
    await expect(page.getByRole('heading', { name: say('kyc', 'live.title') })).toBeVisible();
  });
}

/** Chooses the first of a list, once it has any. */
async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option').first().click();
}

/** Chooses a file for a field and waits until it was sent. */
async function upload(page: Page, label: string, replace: string): Promise<void> {
  await page.locator(`input[type=file][aria-label="${label}"]`).setInputFiles(SCAN);
  await expect(page.getByRole('button', { name: `${replace}: ${label}` })).toBeVisible();
}
