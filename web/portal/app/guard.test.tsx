import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { PERMISSIONS, type Permission } from '@daftar/contract/permissions';
import { isRedirect } from '@tanstack/react-router';
import { afterAll, describe, expect, test } from 'vitest';
import { forbiddenPath } from '../paths/errors.ts';
import type { Screen } from '../shared/screen.ts';
import { session } from '../shared/session.ts';
import { router } from './router.tsx';
import { screens } from './screens.ts';

afterAll(() => session.signOut(true));

/** Whether the router refuses a screen to somebody who holds just these permissions: it leads to /403. */
function isRefused(screen: Screen, held: readonly Permission[]): boolean {
  const permissions = held.map((name) => ({ name }));
  session.signIn({ access_token: 'of somebody', status: MERCHANT_STATUS.live, permissions }, false);
  const routes = Object.values(router.routesById) as {
    fullPath?: string;
    options: { beforeLoad?: unknown };
  }[];
  const route = routes.find(({ fullPath }) => fullPath === screen.path);
  const enter = route?.options.beforeLoad as (at: object) => void;
  try {
    enter({});
    return false;
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    expect(thrown.options.to ?? thrown.options.href).toBe(forbiddenPath);
    return true;
  }
}

const asked = screens.filter(({ permission, group }) => permission ?? group);

test('most screens ask for a permission', () => {
  expect(asked.length).toBeGreaterThan(25);
});

describe.each(asked.map((screen) => [screen.path, screen] as const))('%s', (_, screen) => {
  const any = [screen.permission ?? []].flat();
  const group = [screen.group ?? []].flat();

  test('opens to the roles with its permission, whatever else they lack', () => {
    for (const one of any.length > 0 ? any.map((each) => [each]) : [[]])
      expect(isRefused(screen, [...one, ...group]), one.join()).toBe(false);
  });

  test('is refused to all others, whatever else they hold', () => {
    for (const lacking of [any, group]) {
      if (lacking.length === 0) continue;
      const rest = PERMISSIONS.filter((each) => !lacking.includes(each));
      expect(isRefused(screen, rest), `without ${lacking}`).toBe(true);
    }
    expect(isRefused(screen, []), 'without any').toBe(true);
  });
});
