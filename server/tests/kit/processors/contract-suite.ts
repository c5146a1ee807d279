/**
 * Requirements for every processor: each adapter with its stand-in over HTTP, and the sandbox with its database.
 * `describeGateway` runs the same list for all of them. Tests that a processor's capabilities exclude are omitted,
 * never by its name; a part that it lacks entirely is reported as skipped, with the reason from its rig.
 */
import { describe } from 'vitest';
import { account } from './contract-account.ts';
import { asking } from './contract-asking.ts';
import { canceling } from './contract-canceling.ts';
import { notifications } from './contract-notifications.ts';
import { refunds } from './contract-refunds.ts';
import type { Rig } from './contract-rig.ts';
import { setScene } from './contract-scene.ts';
import { starting } from './contract-starting.ts';

/** Tests the requirements for a gateway. */
export function describeGateway(name: string, rig: Rig): void {
  describe(`${name}: the promises of a gateway`, () => {
    const scene = setScene(rig);
    for (const part of [account, starting, asking, canceling, refunds, notifications]) part(scene);
  });
}
