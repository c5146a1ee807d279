/**
 * What every processor promises: each adapter against its stand-in over HTTP, and the sandbox on its database.
 * `describeGateway` runs the same list for all of them. What a processor cannot do is left out by its capabilities, never
 * by its name; a part that it has not at all is reported as skipped, with the reason that its rig gives.
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

/** Runs the promises of a gateway. */
export function describeGateway(name: string, rig: Rig): void {
  describe(`${name}: the promises of a gateway`, () => {
    const scene = setScene(rig);
    for (const part of [account, starting, asking, canceling, refunds, notifications]) part(scene);
  });
}
