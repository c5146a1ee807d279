import { expect, test } from 'vitest';
import { measure } from '../web/sizes.mjs';
import { build } from './build.mjs';

/** A build takes longer than a test; `npm test` has made it before. */
const BUILDING = 180_000;

test(
  'no screen loads more JavaScript of its own before its first paint than a slow phone has patience for, nor does sign-in',
  () => {
    build({ quiet: true });
    const figures = measure();
    const screens = figures.filter(({ what }) => what.startsWith('/'));
    expect(screens.length).toBeGreaterThan(80);
    expect(screens.filter(({ files, kilobytes }) => files < 2 || kilobytes < 1)).toEqual([]);
    expect(figures.filter(({ kilobytes, limit }) => !(kilobytes <= limit))).toEqual([]);
  },
  BUILDING,
);
