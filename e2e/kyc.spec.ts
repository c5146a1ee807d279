import type { Locator, Page } from '@playwright/test';
import { payAtBank } from './support/bank.ts';
import { expect, test } from './support/journey.ts';
import { newOperator, signInToConsole } from './support/operator.ts';

/** A scan that opens: one grey pixel. */
const SCAN = {
  name: 'scan.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

type Say = (noun: string, key: string, params?: Record<string, string | number>) => string;
type Look = (page: Page) => Promise<void>;

/** A PDF of one page. */
const PDF_OF_ONE_PAGE = {
  name: 'registration.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n' +
      '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
  ),
};

for (const type of ['corporate', 'individual'] as const) {
  test(`${type}: from the documents to ${type === 'corporate' ? 'the first live payment' : 'the review'}`, {
    ...(type === 'individual' && { tag: '@laptop' }),
  }, async ({ page, browser, say, newMerchant, signIn, lookAt, language }) => {
    const person = await newMerchant();
    await signIn(page, person);
    await sendDocuments(page, say, lookAt, { type, mobile: person.mobile });
    if (type === 'individual') return;

    const desk = await browser.newContext({ ...test.info().project.use });
    await desk.addInitScript((locale) => localStorage.setItem('locale', locale), language);
    await approve(await desk.newPage(), say, lookAt, person.email);
    await desk.close();

    await page.reload();
    await expect(page.getByRole('heading', { name: say('kyc', 'live.title') })).toBeVisible();
    await lookAt(page);
    const menu = page.getByRole('button', { name: say('shell', 'menu.open') });
    if (await menu.isVisible()) await menu.click();
    await expect(page.getByRole('switch', { name: say('shell', 'mode.live') })).toBeEnabled();
    await page.getByRole('switch', { name: say('shell', 'mode.live') }).click();
    await page.goto('/payment-link/create-share-link');
    await page.getByLabel(say('payables', 'column.name')).fill('Bread');
    await expect(page.getByText(say('shell', 'test.title'), { exact: true })).toHaveCount(0);
    await page.getByRole('textbox', { name: say('payables', 'column.amount'), exact: true }).fill('100');
    await page.getByRole('button', { name: say('payables', 'quick.week') }).click();
    await page.getByRole('button', { name: say('payables', 'form.submit') }).click();
    const review = page.getByRole('dialog', { name: say('payment-links', 'review.title') });
    await review.getByRole('button', { name: say('common', 'save') }).click();
    const created = page.getByRole('dialog', { name: say('payment-links', 'created.title') });
    const address = await created
      .getByText(/\/pay\/[\w-]{20,}/)
      .first()
      .textContent();

    const payer = await browser.newContext({ ...test.info().project.use });
    const payPage = await payer.newPage();
    await payPage.goto(`${new URL((address ?? '').trim()).pathname}?lang=${language}`);
    // Live card numbers are entered on the bank's page alone, here that of a stand-in.
    await expect(payPage.locator('#f-card_number')).toHaveCount(0);
    await payPage.locator('form#pay button[type=submit]').click();
    await payAtBank(payPage, { approve: true });
    await expect(payPage.getByRole('heading', { level: 1 })).toHaveText(say('pay', 'succeeded.title'));
    await payer.close();
    await page.goto('/transactions');
    await expect(page.getByText(/TRX-/).first()).toBeVisible();
  });
}

test('documents sent again during their review show what changed, and the reviewer’s input is kept', async ({
  page,
  request,
  say,
  newMerchant,
  lookAt,
}) => {
  const person = await newMerchant();
  const credentials = { email: person.email, password: person.password };
  const signedIn = await request.post('/api/merchant/login', { data: credentials });
  const headers = { authorization: `Bearer ${(await signedIn.json()).data.access_token}` };
  const upload = async () => {
    const sent = await request.post('/api/sandbox/merchant/DocumentUpload', {
      headers,
      multipart: { file: SCAN },
    });
    return (await sent.json()).data as string;
  };
  const form = {
    mobileNumber: person.mobile,
    email: person.email,
    address: '9 Nile St',
    landMark: 'Beside the mosque',
    areaId: 17,
    businessServiceTypeId: 1,
    currencyId: 1,
    businessSubCategoryId: 5,
    description: 'Bread and cakes',
    logoPath: await upload(),
    companyNameEn: 'El Nour Bakery',
    companyNameAr: 'مخبز النور',
    companyAddress: '9 Nile St, Maadi',
    companyWebsite: 'nour.example',
    signatoryName: 'Mona Adel',
    signatoryIdDocument: await upload(),
    bankAccountName: 'El Nour Bakery',
    bankAccountNumber: '100020003000',
    bankName: 'Commercial International Bank',
    branchName: 'Maadi',
    iban: 'EG380019000500000000263180002',
    ownerAddress: '9 Nile St',
    ownerAddressProofDocument: await upload(),
  };
  const submit = async (changes: object) => {
    const sent = await request.post('/api/sandbox/merchant/Individual', {
      headers,
      data: { ...form, ...changes },
    });
    expect(sent.status(), await sent.text()).toBe(200);
  };
  await submit({});

  const reviewer = await newOperator('reviewer', `${process.pid}${Date.now()}`);
  await page.goto('/ops/kyc');
  await signInToConsole(page, say, reviewer);
  await expect(page.getByRole('heading', { name: say('ops', 'nav.kyc'), level: 1 })).toBeVisible();
  const found = await page.request.get('/api/ops/merchants', { params: { q: person.email } });
  const [{ id }] = (await found.json()).data as [{ id: number }];
  await page.goto(`/ops/kyc/${id}`);
  const why = { name: say('ops-kyc', 'reasonOf', { field: say('ops-kyc', 'field.bankName') }) };
  await page
    .getByRole('checkbox', { name: say('ops-kyc', 'wrong', { field: say('ops-kyc', 'field.bankName') }) })
    .check();
  await page.getByRole('textbox', why).fill('It is not this bank');

  // Somebody else rejects them, and the merchant sends others, while this page stays as it is.
  const reasons = { iban: 'Of somebody else', logoPath: 'Blurred' };
  const rejected = await page.request.post(`/api/ops/kyc/${id}/reject`, { data: { version: 1, reasons } });
  expect(rejected.status(), await rejected.text()).toBe(200);
  await submit({ iban: 'EG800002000156789012345180002', logoPath: await upload() });

  await page.getByRole('button', { name: say('ops-kyc', 'reject'), exact: true }).click();
  const newer = page
    .getByRole('main')
    .getByRole('alert')
    .filter({ hasText: say('ops-kyc', 'newer', { number: '' }).slice(0, 20) });
  await expect(newer).toBeVisible();
  const changed = page.getByRole('row', { name: /EG8000/ });
  await expect(changed).toContainText('EG380019000500000000263180002');
  await expect(page.getByRole('textbox', why)).toHaveValue('It is not this bank');
  await expect(page.getByRole('button', { name: say('ops-kyc', 'approve'), exact: true })).toHaveCount(0);
  await lookAt(page);
  await page.locator('[data-kind="error"]').getByRole('button').click();
  await page.getByRole('button', { name: say('ops-kyc', 'haveRead') }).click();
  await expect(newer).toHaveCount(0);
  await page.getByRole('button', { name: say('ops-kyc', 'reject'), exact: true }).click();
  await page.waitForURL(/\/ops\/kyc$/);
  const decided = await (await page.request.get(`/api/ops/kyc/${id}`)).json();
  expect(decided.data).toMatchObject({
    state: 'rejected',
    version: 2,
    reasons: { bankName: 'It is not this bank' },
  });
});

/** Fills in the wizard and sends it, wrong once. */
async function sendDocuments(
  page: Page,
  say: Say,
  lookAt: Look,
  { type, mobile }: { type: 'corporate' | 'individual'; mobile: string },
): Promise<void> {
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
  await expect(field('mobileNumber')).toHaveValue(mobile.slice(1));
  await next.click();
  await expect(page.getByText(say('messages', 'Required')).first()).toBeVisible();
  await fill({ address: '9 Nile St', landMark: 'Beside the mosque', description: 'Bread and cakes' });
  await choose(page, say('kyc', 'field.governorateId'));
  await choose(page, say('kyc', 'field.areaId'));
  await choose(page, say('kyc', 'field.businessServiceTypeId'));
  await choose(page, say('kyc', 'field.businessCategoryId'));
  await choose(page, say('kyc', 'field.businessSubCategoryId'));
  if (type === 'individual') {
    await tryFiles(page, say, say('kyc', 'field.logoPath'));
    await expect(field('description')).toHaveValue('Bread and cakes');
  }
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
  const documents = ['signatoryIdDocument'];
  if (type === 'corporate') {
    await fill({
      companyMobile: '01012345678',
      companyEmail: 'office@nour.example',
      crNumber: '123456',
      taxIdNumber: '123-456-789',
      signatoryPosition: 'Owner',
    });
    documents.push('crDocument', 'taxIdDocument');
  } else {
    await fill({ ownerAddress: '9 Nile St' });
    documents.push('ownerAddressProofDocument');
  }
  for (const document of documents) {
    const file = document === 'crDocument' ? PDF_OF_ONE_PAGE : SCAN;
    await upload(page, say('kyc', `field.${document}`), say('common', 'upload.replace'), file);
  }
  const iban = page.getByRole('textbox', { name: say('kyc', 'field.iban') });
  await iban.fill('EG380019000500000000263180003');
  const cut = await iban.evaluate((input) => input.scrollWidth - input.clientWidth);
  expect(cut, 'an IBAN is seen whole').toBeLessThanOrEqual(0);
  const send = page.getByRole('button', { name: say('kyc', 'submit') });
  await send.click();
  await expect(page.getByText(say('messages', 'InvalidIban'))).toBeVisible();
  await iban.fill('EG38 0019 0005 0000 0000 2631 8000 2');
  await lookAt(page);
  if (type === 'individual') await beRefused(page, say, send);
  await send.click();
  await expect(page.getByRole('heading', { name: say('kyc', 'review.title') })).toBeVisible();
  await lookAt(page);
}

/** What the server finds wrong is said under its field and, the first of each field, in a toast. */
async function beRefused(page: Page, say: Say, send: Locator): Promise<void> {
  const errors = { iban: ['Not this IBAN', 'Nor another'], signatoryName: ['Not this name'] };
  const refusal = { status: 422, json: { statusCode: 422, message: 'Wrong', errors } };
  await page.route('**/merchant/Individual', (route) => route.fulfill(refusal));
  await send.click();
  for (const [first] of Object.values(errors)) {
    await expect(page.locator('[data-kind="error"]').filter({ hasText: first })).toBeVisible();
    await expect(page.locator('form').getByText(first ?? '')).toBeVisible();
  }
  await expect(page.getByText('Nor another')).toHaveCount(0);
  // The toasts leave by themselves, also from under the mouse, and a press goes through to the button they cover.
  await expect(page.locator('[data-kind="error"]').first()).toHaveCSS('pointer-events', 'none');
  await expect(page.locator('[data-kind="error"]')).toHaveCount(0);

  // A mobile and an e-mail that another business has: a step back, and said under each.
  const taken = ['Mobile Number is already taken', 'Email address is already taken'];
  await page.route('**/merchant/Individual', (route) =>
    route.fulfill({ status: 403, json: { statusCode: 403, message: taken } }),
  );
  await send.click();
  await expect(page.getByText(say('messages', 'MobileNumberTaken'))).toBeVisible();
  await expect(page.getByText(say('messages', 'EmailAddressTaken'))).toBeVisible();
  await page.unroute('**/merchant/Individual');
  await page.getByRole('button', { name: say('common', 'next'), exact: true }).click();
  await expect(page.getByRole('heading', { name: say('kyc', 'part.bank') })).toBeVisible();
}

/** A reviewer signs in to the console, looks at the documents and lets the merchant in. */
async function approve(page: Page, say: Say, lookAt: Look, merchant: string): Promise<void> {
  const reviewer = await newOperator('reviewer', `${process.pid}${Date.now()}`);
  await page.goto('/ops/kyc');
  await signInToConsole(page, say, reviewer);
  // Whose request it is, is told by the address of its row.
  await expect(page.getByRole('heading', { name: say('ops', 'nav.kyc'), level: 1 })).toBeVisible();
  const found = await page.request.get('/api/ops/merchants', { params: { q: merchant } });
  const [{ id }] = (await found.json()).data as [{ id: number }];
  await page.goto(`/ops/kyc?q=${encodeURIComponent(merchant)}`);
  await page.locator(`main a[href="/ops/kyc/${id}"]`).click();
  await expect(page.getByText(say('ops-kyc', 'part.bank'))).toBeVisible();
  await expect(page.getByText('+20 101 234 5678')).toBeVisible();
  // The scan is a picture that has loaded, the PDF a page that was drawn.
  const scan = page.getByRole('img', { name: say('ops-kyc', 'field.logoPath'), exact: true });
  await expect.poll(() => scan.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  const document = { name: say('ops-kyc', 'field.crDocument'), number: 1, total: 1 };
  await expect(page.getByRole('img', { name: say('common', 'pdf.page', document) })).toBeVisible();
  await lookAt(page);
  // At the head every document stands small, and a click shows it large.
  await page.getByRole('button', { name: document.name, exact: true }).click();
  const large = page.getByRole('dialog', { name: document.name });
  await expect(large.getByRole('img', { name: say('common', 'pdf.page', document) })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
  await page.getByRole('button', { name: say('ops-kyc', 'approve'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('ops-kyc', 'approve'), exact: true })
    .click();
  await page.waitForURL(/\/ops\/kyc$/);
}

/** Chooses a list's first option, once it has any; no other list is open before or after. */
async function choose(page: Page, label: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  const options = page.getByRole('option');
  await field.click();
  await options.first().click();
  await expect(field).not.toHaveValue('');
  await expect(options).toHaveCount(0);
}

/** A file is refused, another is lost on the way, a third arrives and is removed. */
async function tryFiles(page: Page, say: Say, label: string): Promise<void> {
  const chooser = fileOf(page, label);
  await chooser.setInputFiles({ name: 'contract.docx', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByText(say('messages', 'DocumentFileTypes'))).toBeVisible();

  let lose: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    lose = resolve;
  });
  await page.route('**/DocumentUpload', async (route) => {
    await held;
    await route.abort();
  });
  await chooser.setInputFiles(SCAN);
  // Of nothing sent yet it has no width to be seen by.
  const progress = page.getByRole('progressbar', { name: say('common', 'upload.progress', { name: label }) });
  await expect(progress).toBeAttached();
  lose();
  await expect(page.getByText(say('common', 'error.network'))).toBeVisible();
  await expect(progress).toHaveCount(0);
  await page.unroute('**/DocumentUpload');

  // By its name a picture, by its content none: the server says so, under the field and in a toast.
  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  const toast = page.locator('[data-kind="error"]').filter({ hasText: say('messages', 'DocumentFileTypes') });
  await expect(toast).toBeVisible();

  await upload(page, label, say('common', 'upload.replace'));
  await expect(
    page.getByRole('button', { name: say('common', 'upload.open', { name: SCAN.name }) }),
  ).toBeVisible();
  await page.getByRole('button', { name: say('common', 'upload.remove', { name: label }) }).click();
  await expect(
    page.getByRole('button', { name: `${say('common', 'upload.choose')}: ${label}` }),
  ).toBeVisible();
}

const fileOf = (page: Page, label: string) => page.locator(`input[type=file][aria-label="${label}"]`);

/** Chooses a file for a field and waits until it was sent. */
async function upload(page: Page, label: string, replace: string, file = SCAN): Promise<void> {
  await fileOf(page, label).setInputFiles(file);
  await expect(page.getByRole('button', { name: `${replace}: ${label}` })).toBeVisible();
}
