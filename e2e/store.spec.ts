import type { Page } from '@playwright/test';
import { expect, labelOf, test } from './support/journey.ts';

const PHONE = { width: 375, height: 720 };

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const dialog = (page: Page) => page.getByRole('dialog');

test('a merchant opens a store, a shopper on a phone orders and pays, and the order is shipped', {
  tag: '@both',
}, async ({ page, context, say, newMerchant, signIn, lookAt, language }) => {
  const of = (en: string, ar: string) => (language === 'ar' ? ar : en);
  const [kitchen, coffee, pot] = [
    of('Kitchen', 'المطبخ'),
    of('Coffee', 'القهوة'),
    of('Copper pot', 'كنكة نحاس'),
  ];
  const tab = (key: string) =>
    page
      .getByRole('navigation', { name: say('store', 'tabs') })
      .getByRole('link', { name: say('store', key) });
  const field = (key: string) => page.locator('form').getByLabel(labelOf(say('store', `field.${key}`)));
  const save = page.getByRole('button', { name: say('common', 'save'), exact: true });

  // An empty store says what is to be done first.
  await signIn(page, await newMerchant());
  await page.goto('/my-items');
  await expect(page.getByText(say('store', 'product.empty'))).toBeVisible();
  await lookAt(page);
  await tab('tab.categories').click();
  await expect(page.getByText(say('store', 'category.empty'))).toBeVisible();
  await lookAt(page);
  await page
    .getByRole('link', { name: say('store', 'category.add') })
    .first()
    .click();
  await expect(heading(page)).toHaveText(say('store', 'category.new'));
  await field('category').fill(kitchen);
  await save.click();
  await expect(page.getByText(say('messages', 'Required'))).toBeVisible();
  await lookAt(page);
  await page.getByRole('combobox', { name: say('store', 'field.sub_categories') }).fill(coffee);
  await page.keyboard.press('Enter');
  await save.click();
  await expect(heading(page)).toHaveText(say('store', 'category.list'));
  await expect(page.getByRole('link', { name: kitchen })).toBeVisible();
  await lookAt(page);

  // A product: what is missing is said beside it, and the rest stays.
  await tab('tab.new').click();
  await expect(heading(page)).toHaveText(say('store', 'product.new'));
  await field('product_name').fill(pot);
  await save.click();
  await expect(page.getByText(say('messages', 'Required')).first()).toBeVisible();
  await expect(page.getByText(say('messages', 'ImageRequired'))).toBeVisible();
  await expect(field('product_name')).toHaveValue(pot);
  await lookAt(page);
  // What is no picture is refused, and the form is free for one that is.
  const words = { name: 'pot.png', mimeType: 'image/png', buffer: Buffer.from('A copper pot') };
  await page.locator('input[type=file]').setInputFiles(words);
  const failed = page.getByRole('alert').filter({ hasText: say('store', 'image.failed') });
  await failed.getByRole('button').click();
  await expect(failed).toBeHidden();
  await page.locator('input[type=file]').setInputFiles({
    name: 'pot.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  });
  await expect(
    page.getByRole('img', { name: say('store', 'image.one', { number: of('1', '١') }) }),
  ).toBeVisible();
  await field('product_code').fill('POT-1');
  const said = of('Beaten by hand in Khan el-Khalili', 'مطروقة باليد في خان الخليلي');
  await field('description').fill(said);
  await field('price').fill('320.50');
  await field('in_stock').fill('3');
  await field('category').selectOption(kitchen);
  await field('sub_category').selectOption(coffee);
  await save.click();
  await expect(heading(page)).toHaveText(say('store', 'tab.products'));
  await expect(page.getByRole('link', { name: pot })).toBeVisible();
  await expect(page.getByText(`${say('store', 'totalProducts')} ${of('1', '١')}`)).toHaveCount(1);
  await lookAt(page);

  // Of a description, 25 characters are shown until more is asked for.
  const begins = page.getByText(`${said.slice(0, 25)}…`, { exact: true });
  await expect(begins).toBeVisible();
  // The bar of a phone has one of the same name.
  const shown = page.getByRole('main');
  await shown.getByRole('button', { name: say('store', 'more'), exact: true }).click();
  await expect(page.getByText(said, { exact: true })).toBeVisible();
  await expect(begins).toBeHidden();
  await shown.getByRole('button', { name: say('store', 'less'), exact: true }).click();
  await expect(begins).toBeVisible();
  const address = await page.getByRole('link', { name: say('store', 'visit') }).getAttribute('href');

  // The shopper: somebody else, on a phone.
  const browser = context.browser();
  if (!browser || !address) throw new Error('No browser, or no store');
  const shopper = await browser.newContext({ ...test.info().project.use, viewport: PHONE });
  const shop = await shopper.newPage();
  await shop.goto(`${address}?lang=${language}`);
  await shop.getByRole('link', { name: kitchen }).click();
  await expect(heading(shop)).toHaveText(kitchen);
  await lookAt(shop);
  await shop.getByRole('link', { name: pot }).click();
  await expect(heading(shop)).toHaveText(pot);
  await lookAt(shop);
  await shop.getByRole('textbox', { name: say('shop', 'quantity') }).fill('2');
  await shop.getByRole('button', { name: say('shop', 'product.add') }).click();
  await expect(shop.getByText(say('shop', 'product.added'))).toBeVisible();
  await shop.getByRole('link', { name: say('shop', 'cart.open') }).click();
  await expect(heading(shop)).toHaveText(say('shop', 'cart.title'));
  await lookAt(shop);
  await shop.getByRole('link', { name: say('shop', 'cart.checkout') }).click();
  await expect(heading(shop)).toHaveText(say('shop', 'checkout.title'));
  await shop.getByLabel(say('shop', 'field.name')).fill('سلمى حسن');
  const order = shop.locator('form.form button[type=submit]');
  await order.click();
  await expect(shop.getByText(say('shop', 'errors'))).toBeVisible();
  await expect(shop.getByLabel(say('shop', 'field.name'))).toHaveValue('سلمى حسن');
  await lookAt(shop);
  await shop.getByLabel(say('shop', 'field.email')).fill('salma@example.com');
  await shop.getByLabel(say('shop', 'field.phone')).fill('01112345678');
  await shop.getByLabel(say('shop', 'field.address')).fill(of('12 Nile St, Giza', '١٢ شارع النيل، الجيزة'));
  await order.click();
  await shop.waitForURL(/\/pay\/[\w-]{20,}$/);
  await shop.getByLabel(say('pay', 'field.card_number')).fill('4242424242424242');
  await shop.getByLabel(say('pay', 'field.card_expiry')).fill('1239');
  await shop.getByLabel(say('pay', 'field.card_cvv')).fill('123');
  await shop.locator('form#pay button[type=submit]').click();
  await expect(heading(shop)).toHaveText(say('pay', 'succeeded.title'));
  const merchant = of('Nour Store', 'متجر النور');
  await shop.getByRole('link', { name: say('pay', 'return', { merchant }) }).click();
  await expect(shop.getByText(say('shop', 'order.paid'), { exact: true })).toBeVisible();
  await lookAt(shop);

  // The merchant: a paid order, whose parcel is sent, and a payment that names it.
  await tab('tab.orders').click();
  await expect(heading(page)).toHaveText(say('store', 'order.list'));
  await expect(page.getByText(say('messages', 'orderStatus.PAID')).first()).toBeVisible();
  // A paid order is not canceled, so of many nothing of that is offered.
  const chosen = page.getByRole('checkbox', { name: /ORD-/ });
  await chosen.check();
  await expect(page.getByRole('button', { name: say('store', 'fulfil.cancelMany') })).toHaveCount(0);
  await lookAt(page);
  const prepare = say('store', 'fulfil.mark.prepared');
  await page.getByRole('button', { name: prepare, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: prepare, exact: true }).click();
  await expect(chosen).not.toBeChecked();
  await expect(page.getByText(say('messages', 'fulfilment.prepared'), { exact: true })).toBeVisible();
  await page.getByRole('link', { name: /^ORD-/ }).click();
  await expect(heading(page)).toHaveText(/ORD-/);
  await page.getByLabel(say('store', 'fulfil.step')).selectOption(say('messages', 'fulfilment.shipped'));
  await save.click();
  await expect(save).toBeDisabled();
  await lookAt(page);
  await page.getByRole('link', { name: /^TRX-/ }).click();
  await expect(page.getByText(say('transactions', 'money.title'))).toBeVisible();
  await page.getByRole('link', { name: /ORD-/ }).click();
  await expect(heading(page)).toHaveText(/ORD-/);
  await shop.reload();
  await expect(shop.locator('[aria-current=step]')).toHaveText(say('shop', 'step.shipped'));
  await shopper.close();
});

test('categories and products are imported from files whose invalid rows are listed, and shoppers pay by the methods the merchant chose', async ({
  page,
  say,
  newMerchant,
  signIn,
  lookAt,
  language,
}) => {
  const of = (en: string, ar: string) => (language === 'ar' ? ar : en);
  await signIn(page, await newMerchant());
  const open = page.getByRole('button', { name: say('store', 'import.open') });
  const file = page.locator('input[type=file]');
  const again = say('import', 'again');
  const run = dialog(page).getByRole('button').filter({ hasNotText: again }).last();
  const example = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('link', { name }).click(),
    ]);
    await file.setInputFiles(await download.path());
    await expect(dialog(page).getByText(say('import', 'ready'))).toBeVisible();
    await lookAt(page);
    await run.click();
    await dialog(page)
      .getByRole('button', { name: say('common', 'done') })
      .click();
    await expect(dialog(page)).toHaveCount(0);
  };
  await page.goto('/category-management');
  await expect(page.getByText(say('store', 'category.empty'))).toBeVisible();
  await open.click();
  await expect(dialog(page).getByRole('button', { name: say('import', 'choose') })).toBeVisible();
  await lookAt(page);
  await example('categories.xlsx');
  await expect(page.getByText(say('store', 'category.empty'))).toHaveCount(0);

  await page.goto('/my-items');
  await expect(page.getByText(say('store', 'product.empty'))).toBeVisible();
  await open.click();
  await file.setInputFiles({
    name: 'bad.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'product_code,product_name,description,price,in_stock,category,sub_category\nA-1,Lamp,Brass,-5,1,Nowhere,None\n',
    ),
  });
  await expect(dialog(page).getByText(say('import', 'again'))).toBeVisible();
  await lookAt(page);
  await dialog(page).getByRole('button', { name: again }).click();
  await example('products.xlsx');
  const shirt = page.getByRole('link', { name: of('Cotton shirt', 'قميص قطن') });
  await expect(shirt).toBeVisible();
  await lookAt(page);
  await shirt.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('store', 'product.edit'));
  await expect(page.locator('form').getByLabel(say('store', 'field.product_code'))).toHaveValue('SH-001');
  await lookAt(page);

  await page.goto('/orders');
  await expect(page.getByText(say('store', 'order.empty'))).toBeVisible();
  await page.getByRole('button', { name: say('store', 'options.open') }).click();
  const way = (key: string) =>
    dialog(page).getByRole('switch', { name: new RegExp(`^${say('store', key)}`) });
  await way('options.delivery').uncheck();
  await lookAt(page);
  await way('options.now').uncheck();
  await expect(dialog(page).getByText(say('store', 'options.none'))).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: say('common', 'save') })).toBeDisabled();
});
