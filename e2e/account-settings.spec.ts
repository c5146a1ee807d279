import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('every tab of the account settings is opened and saved: business, receiving account, keys, addresses, settings, store', async ({
  page,
  say,
  newMerchant,
  signIn,
  lookAt,
  request,
}) => {
  const person = await newMerchant();
  await signIn(page, person);
  await page.goto('/account-settings');
  const tab = async (name: string) => {
    await page.getByRole('tab', { name: say('account', `tab.${name}`) }).click();
    return page.getByRole('tabpanel', { name: say('account', `tab.${name}`) });
  };

  const business = await tab('business');
  await business.getByLabel(say('account', 'field.address')).fill('٥ شارع النيل');
  await business.getByRole('button', { name: say('common', 'save') }).click();
  await lookAt(page);
  await page.evaluate(() =>
    Object.defineProperty(navigator.clipboard, 'writeText', {
      value: () => Promise.reject(new Error('refused')),
    }),
  );
  // That it failed is said for a second and a half.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await business.getByRole('button', { name: say('account', 'business.copyId') }).click();
  await expect(business.getByText(say('common', 'copyFailed'))).toHaveCount(1);
  await page.clock.resume();

  const financial = await tab('financial');
  await financial
    .getByRole('button', { name: say('account', 'bank.add') })
    .first()
    .click();
  const field = (name: string) => dialog(page).getByRole('textbox', { name: say('account', name) });
  const submit = dialog(page).getByRole('button', { name: say('account', 'bank.submit') });
  await field('bank.holder').fill('Nour');
  await field('bank.number').fill('100020003000');
  await field('bank.name').fill('CIB');
  await field('bank.branch').fill('Maadi');
  await field('bank.iban').fill('EG390019000500000000263180002');
  await submit.click();
  await expect(dialog(page).getByText(say('messages', 'InvalidIban'))).toBeVisible();
  await dialog(page)
    .getByRole('radio', { name: say('account', 'bank.swift') })
    .check();
  await submit.click();
  await expect(dialog(page).getByText(say('messages', 'Required'))).toHaveCount(1);
  await lookAt(page);
  await field('bank.swift').fill('nbegegcx');
  await submit.click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(financial.getByText('NBEGEGCX')).toBeVisible();
  const receives = financial.getByRole('switch', { name: say('account', 'bank.receive') });
  await receives.click();
  const choose = page.getByRole('dialog', { name: say('account', 'bank.proveTitle') });
  await choose.getByLabel(say('auth', 'currentPassword')).fill(person.password);
  await choose.getByRole('button', { name: say('account', 'bank.choose') }).click();
  await expect(receives).toBeChecked();
  await lookAt(page);

  const keys = await tab('keys');
  await expect(keys.getByText(/^pk_test_\w\w\*{4}$/)).toBeVisible();
  await expect(keys.getByText(say('account', 'keys.notYet'))).toBeVisible();
  await keys.getByRole('button', { name: say('account', 'keys.reveal') }).click();
  await dialog(page)
    .getByRole('button', { name: say('account', 'keys.reveal') })
    .click();
  const prove = page.getByRole('dialog', { name: say('account', 'keys.proveTitle') });
  await prove.getByLabel(say('auth', 'currentPassword')).fill(person.password);
  await lookAt(page);
  await prove.getByRole('button', { name: say('account', 'keys.reveal') }).click();
  const shown = page.getByTestId('new-secret');
  await expect(shown).toHaveText(/^sk_test_\w{64}$/);
  const secret = (await shown.textContent()) ?? '';
  await lookAt(page);
  await dialog(page)
    .getByRole('button', { name: say('common', 'done') })
    .click();
  await expect(keys.getByText(`${secret.slice(0, 10)}****`)).toBeVisible();
  const asKey = () =>
    request.get('/api/sandbox/merchant/payment_links', { headers: { authorization: `Bearer ${secret}` } });
  expect((await asKey()).status()).toBe(200);
  await lookAt(page);

  const addresses = await tab('addresses');
  const list = addresses.getByRole('textbox');
  await list.fill('203.0.113.0/24, 300.1.1.1');
  await addresses.getByRole('button', { name: say('common', 'save') }).click();
  await expect(addresses.getByText(say('messages', 'InvalidIp', { entry: '300.1.1.1' }))).toBeVisible();
  await list.fill('203.0.113.0/24');
  await addresses.getByRole('switch').click();
  await addresses.getByRole('button', { name: say('common', 'save') }).click();
  await expect(dialog(page).getByText(say('account', 'ips.lockOutTitle'))).toBeVisible();
  await dialog(page)
    .getByRole('button', { name: say('common', 'cancel') })
    .click();
  await addresses.getByRole('switch').click();
  await addresses.getByRole('button', { name: say('common', 'save') }).click();
  const allow = page.getByRole('dialog', { name: say('account', 'proveTitle') });
  await allow.getByLabel(say('auth', 'currentPassword')).fill(person.password);
  await allow.getByRole('button', { name: say('common', 'save') }).click();
  await expect.poll(async () => (await asKey()).status()).toBe(403);
  await lookAt(page);

  const urls = '**/AccountSettings/WebHooKUrl';
  await page.route(urls, (route) =>
    route.fulfill({ status: 400, json: { statusCode: 400, message: 'No.' } }),
  );
  const settings = await tab('settings');
  await expect(settings.getByText(say('account', 'urls.loadFailed'))).toBeVisible();
  await page.unroute(urls);
  await settings.getByRole('button', { name: say('common', 'retry') }).click();
  await settings.getByRole('button', { name: say('account', 'urls.save') }).click();
  await expect(settings.getByText(say('messages', 'Required'))).toHaveCount(3);
  await settings.getByLabel(say('account', 'defaults.language')).selectOption('en');
  await settings.getByRole('button', { name: say('account', 'defaults.save') }).click();
  await lookAt(page);

  const store = await tab('store');
  await store.getByRole('textbox', { name: say('account', 'field.phone') }).fill('01001234567');
  await store.getByRole('textbox', { name: say('account', 'field.email') }).fill('store@example.com');
  await store.getByRole('textbox', { name: say('account', 'field.address'), exact: true }).fill('Cairo');
  await store.getByRole('button', { name: say('common', 'save') }).click();
  await lookAt(page);

  const brand = await tab('brand');
  await brand.getByRole('textbox', { name: say('account', 'look.colour'), exact: true }).fill('#ffe066');
  const pay = page.frameLocator('iframe').locator('.main').first();
  await expect(pay).toHaveCSS('background-color', 'rgb(255, 224, 102)');
  await expect(pay).toHaveCSS('color', 'rgb(0, 0, 0)');

  await brand.getByRole('button', { name: say('common', 'save') }).click();
  await lookAt(page);

  // What was saved is there again, and a new link begins with it.
  await page.goto('/account-settings?tab=business');
  await expect(page.getByRole('textbox', { name: say('account', 'field.address') })).toHaveValue(
    '٥ شارع النيل',
  );
  await page.goto('/payment-link/create-share-link');
  await page.getByRole('button', { name: say('payables', 'more.title') }).click();
  await expect(page.getByRole('combobox', { name: say('payables', 'field.language') })).toHaveValue('2');
});
