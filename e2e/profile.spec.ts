import type { Locator, Page } from '@playwright/test';
import { authenticatorOf } from './support/authenticator.ts';
import { expect, labelOf, test } from './support/journey.ts';
import { hire } from './support/team.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** Types the key that a place shows into an authenticator. */
async function shownIn(place: Locator) {
  const key = place.locator('bdi').first();
  await expect(key).toHaveText(/^[A-Z2-7 ]{30,}$/);
  return authenticatorOf(((await key.textContent()) ?? '').replaceAll(' ', ''));
}

test('a password is changed, and two-step sign-in is turned on, asked for, and then required for everyone', async ({
  page,
  request,
  say,
  newMerchant,
  newPerson,
  signIn,
  outbox,
  lookAt,
}) => {
  // Two people, four ways in.
  test.slow();
  const person = await newMerchant();
  const colleague = newPerson();
  await hire(request, outbox, person, colleague, ['view-settlements']);
  await signIn(page, person);
  await page.goto('/profile-setting');
  const field = (key: string) => page.getByLabel(labelOf(say('profile', key)));
  await expect(field('field.firstName')).toHaveValue(person.firstName);
  await lookAt(page);

  const save = page.getByRole('button', { name: say('profile', 'save') });
  const password = 'N3w&Better';
  await field('field.password').fill(password);
  await field('field.confirmation').fill(password);
  await field('field.currentPassword').fill('Wrong1$x');
  await save.click();
  await expect(page.getByText(say('messages', 'WrongPassword')).first()).toBeVisible();
  await field('field.currentPassword').fill(person.password);
  await save.click();
  await expect(field('field.currentPassword')).toHaveCount(0);
  await expect(field('field.password')).toHaveValue('');

  await page.getByRole('button', { name: say('profile', 'twoStep.turnOn') }).click();
  await dialog(page).getByLabel(say('auth', 'currentPassword')).fill(password);
  await dialog(page)
    .getByRole('button', { name: say('profile', 'twoStep.continue') })
    .click();
  const authenticator = await shownIn(dialog(page));
  await lookAt(page);
  await dialog(page).getByLabel(say('second-step', 'scan.code'), { exact: true }).fill(authenticator.code());
  await dialog(page)
    .getByRole('button', { name: say('profile', 'twoStep.turnOn') })
    .click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(10);
  const recovery = (await dialog(page).getByRole('listitem').first().textContent()) ?? '';
  await lookAt(page);
  await dialog(page)
    .getByRole('button', { name: say('second-step', 'codes.kept') })
    .click();
  await expect(page.getByText(say('profile', 'twoStep.on'), { exact: true })).toBeVisible();

  const giveOnlyPassword = async (email: string, known: string) => {
    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByLabel(say('auth', 'email')).fill(email);
    await page.getByLabel(say('auth', 'password'), { exact: true }).fill(known);
    await page.getByRole('button', { name: say('auth', 'login.submit'), exact: true }).click();
  };
  for (const way of ['app', 'recovery'] as const) {
    await giveOnlyPassword(person.email, password);
    await expect(page.getByRole('heading', { name: say('second-step', 'title') })).toBeVisible();
    if (way === 'app') {
      await lookAt(page);
      await page.getByLabel(say('second-step', 'code'), { exact: true }).fill(authenticator.nextCode());
    } else {
      await page.getByRole('button', { name: say('second-step', 'useRecovery') }).click();
      await page.getByLabel(say('second-step', 'recoveryCode')).fill(recovery);
    }
    await page.getByRole('button', { name: say('second-step', 'submit'), exact: true }).click();
    await page.waitForURL('**/dashboard');
    // The portal itself, not only its address: what it still asks for would meet the cookies gone.
    await expect(page.getByRole('button', { name: say('shell', 'search.open') })).toBeVisible();
  }

  await page.goto('/users-and-roles');
  await page.getByRole('button', { name: say('team', 'twoStep.require'), exact: true }).click();
  await dialog(page).getByLabel(say('auth', 'currentPassword')).fill(password);
  await dialog(page)
    .getByRole('button', { name: say('team', 'twoStep.require'), exact: true })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: say('team', 'twoStep.leaveOpen') })).toBeVisible();

  await giveOnlyPassword(colleague.email, colleague.password);
  await expect(page.getByRole('heading', { name: say('second-step', 'missing.title') })).toBeVisible();
  const theirs = await shownIn(page.getByRole('main'));
  await lookAt(page);
  await page.getByLabel(say('second-step', 'scan.code'), { exact: true }).fill(theirs.code());
  await page.getByRole('button', { name: say('second-step', 'missing.submit') }).click();
  await expect(page.getByRole('heading', { name: say('second-step', 'codes.title') })).toBeVisible();
  await page.getByRole('button', { name: say('second-step', 'codes.kept') }).click();
  await page.waitForURL('**/dashboard');
});

test('a passkey is added and signs in without a password', async ({ page, say, newMerchant, signIn }) => {
  const person = await newMerchant();
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, person);
  await page.goto('/profile-setting');
  await page.getByRole('button', { name: say('profile', 'passkeys.add') }).click();
  await dialog(page).getByLabel(say('auth', 'currentPassword')).fill(person.password);
  await dialog(page)
    .getByRole('button', { name: say('profile', 'twoStep.continue') })
    .click();
  // It is named after where it was made, as the session is.
  const here = page.getByRole('listitem').filter({ hasText: say('profile', 'sessions.current') });
  const name = ((await here.locator('span').first().textContent()) ?? '').replace(
    say('profile', 'sessions.current'),
    '',
  );
  const remove = page.getByRole('button', { name: say('profile', 'passkeys.removeNamed', { name }) });
  await expect(remove).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: say('auth', 'login.passkey') }).click();
  await page.waitForURL('**/dashboard');

  await page.goto('/profile-setting');
  await remove.click();
  await dialog(page).getByLabel(say('auth', 'currentPassword')).fill(person.password);
  await dialog(page)
    .getByRole('button', { name: say('profile', 'passkeys.remove.confirm') })
    .click();
  await expect(remove).toHaveCount(0);
});
