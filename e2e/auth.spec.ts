import { expect, test } from './support/journey.ts';

test('a merchant signs up, opens the mailed link, creates a password and reaches the dashboard', {
  tag: '@both',
}, async ({ page, say, newPerson, outbox, lookAt }) => {
  const person = newPerson();
  await page.goto('/login');
  await lookAt(page);
  const enter = page.getByRole('button', { name: say('auth', 'login.submit'), exact: true });
  await enter.click();
  await expect(page.getByText(say('messages', 'Required'))).toHaveCount(2);
  await page.getByLabel(say('auth', 'email')).fill('mona@');
  await page.getByLabel(say('auth', 'password'), { exact: true }).fill('seen');
  await enter.click();
  await expect(page.getByText(say('messages', 'InvalidEmail'))).toBeVisible();
  await page.getByRole('button', { name: say('auth', 'showPassword') }).click();
  await expect(page.getByLabel(say('auth', 'password'), { exact: true })).toHaveAttribute('type', 'text');
  await page.getByRole('link', { name: say('auth', 'login.create') }).click();
  await page.waitForURL('**/sign-up');
  await expect(page).toHaveTitle(/ · /);

  await page.getByRole('button', { name: say('auth', 'signUp.submit') }).click();
  await expect(page.getByText(say('messages', 'Required')).first()).toBeVisible();
  await lookAt(page);

  await page.getByLabel(say('auth', 'signUp.firstName')).fill(person.firstName);
  await page.getByLabel(say('auth', 'signUp.lastName')).fill(person.lastName);
  await page.getByLabel(say('auth', 'signUp.mobile')).fill(person.mobile);
  await page.getByLabel(say('auth', 'email')).fill(person.email);
  await page.getByLabel(say('auth', 'signUp.businessName')).fill('متجر النور');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: say('auth', 'signUp.submit') }).click();

  await page.waitForURL('**/verify-your-email');
  await expect(page.getByText(person.email)).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: say('auth', 'verify.resend') }).click();
  const resent = page.getByText(say('auth', 'verify.resent'));
  await expect(resent).toBeVisible();
  await page.clock.runFor(4900);
  await expect(resent).toBeVisible();
  await page.clock.runFor(200);
  await expect(resent).toHaveCount(0);
  await page.clock.resume();
  await lookAt(page);

  // The link of the first message has ended with the second.
  const message = await outbox(person.email, 2);
  expect(message.channel).toBe('email');
  await page.goto(message.links[0] ?? '');
  const password = page.getByLabel(say('auth', 'newPassword'), { exact: true });
  const confirmation = page.getByLabel(say('auth', 'confirmPassword'), { exact: true });
  await password.fill('weak');
  await confirmation.fill('other');
  await page.getByRole('button', { name: say('auth', 'create.submit') }).click();
  await expect(page.getByText(say('messages', 'PasswordCriteria'))).toBeVisible();
  await lookAt(page);
  await password.fill(person.password);
  await confirmation.fill(person.password);
  await page.getByRole('button', { name: say('auth', 'create.submit') }).click();

  await page.waitForURL('**/login**');
  await expect(page.getByLabel(say('auth', 'email'))).toHaveValue(person.email);
  await page.getByLabel(say('auth', 'password'), { exact: true }).fill('Wr0ng&Pass');
  await page.getByRole('button', { name: say('auth', 'login.submit'), exact: true }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  for (const name of ['email', 'password'])
    await expect(page.locator(`input[name=${name}]`)).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel(say('auth', 'password'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: say('auth', 'login.submit'), exact: true }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('button', { name: say('shell', 'search.open') })).toBeVisible();
  await lookAt(page);

  // The link is good once.
  await page.context().clearCookies();
  await page.goto(message.links[0] ?? '');
  await password.fill(person.password);
  await confirmation.fill(person.password);
  await page.getByRole('button', { name: say('auth', 'create.submit') }).click();
  await expect(page.getByText(say('messages', 'TokenExpired'))).toBeVisible();
});

test('an e-mail already in use shows an error under its field, and no input is lost', async ({
  page,
  say,
  newMerchant,
}) => {
  const person = await newMerchant();
  await page.goto('/sign-up');
  await page.getByLabel(say('auth', 'signUp.firstName')).fill('Other');
  await page.getByLabel(say('auth', 'signUp.lastName')).fill('Person');
  await page.getByLabel(say('auth', 'signUp.mobile')).fill(person.mobile);
  await page.getByLabel(say('auth', 'email')).fill(person.email);
  await page.getByLabel(say('auth', 'signUp.businessName')).fill('Shop');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: say('auth', 'signUp.submit') }).click();
  await expect(page.getByText(say('messages', 'EmailTaken'))).toBeVisible();
  await expect(page.getByText(say('messages', 'MobileTaken'))).toBeVisible();
  await expect(page.getByLabel(say('auth', 'signUp.businessName'))).toHaveValue('Shop');
});

test('a forgotten password is reset by the mailed link, which works once', async ({
  page,
  say,
  newMerchant,
  outbox,
  lookAt,
}) => {
  const person = await newMerchant();
  await page.goto('/login');
  await page.getByRole('link', { name: say('auth', 'login.forgot') }).click();
  // Both pages have a field for the e-mail; the first stays until the second has been fetched.
  await expect(page.getByRole('heading', { name: say('auth', 'forgot.title') })).toBeVisible();
  await page.getByLabel(say('auth', 'email')).fill(person.email);
  await page.getByRole('button', { name: say('auth', 'forgot.submit') }).click();
  await expect(page.getByRole('button', { name: say('auth', 'forgot.sent') })).toBeDisabled();
  await lookAt(page);
  let link = '';
  await expect
    .poll(async () => {
      link = (await outbox(person.email)).links[0] ?? '';
      return link;
    })
    .toContain('/reset-password/');
  await page.goto(link);
  const next = 'Fr3sh&Pass';
  await page.getByLabel(say('auth', 'newPassword'), { exact: true }).fill(next);
  await page.getByLabel(say('auth', 'confirmPassword'), { exact: true }).fill(next);
  await lookAt(page);
  await page.getByRole('button', { name: say('auth', 'reset.submit') }).click();
  await page.waitForURL('**/login**');
  await page.getByLabel(say('auth', 'email')).fill(person.email);
  await page.getByLabel(say('auth', 'password'), { exact: true }).fill(next);
  await page.getByRole('button', { name: say('auth', 'login.submit'), exact: true }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('button', { name: say('shell', 'search.open') })).toBeVisible();

  // A second use finds it used up; signed in or not, the link leads to the form and says so.
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByLabel(say('auth', 'newPassword'), { exact: true }).fill(next);
  await page.getByLabel(say('auth', 'confirmPassword'), { exact: true }).fill(next);
  await page.getByRole('button', { name: say('auth', 'reset.submit') }).click();
  await expect(page.getByText(say('messages', 'TokenExpired')).first()).toBeVisible();
});
