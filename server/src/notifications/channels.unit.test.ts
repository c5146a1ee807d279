import { NOTIFICATION_TOPICS } from '@daftar/contract/notifications';
import { describe, expect, test } from 'vitest';
import { type Chosen, channelsFor, quietUntil } from './channels.ts';
import { KINDS, topicOf } from './kinds.ts';

const nothing: Chosen = { receivesMail: true, topics: {}, quietHours: null };
const off = { bell: false, mail: false, push: false };

describe('the channels of a notification', () => {
  test('are all of them until somebody chooses otherwise, and mail only for those who receive any', () => {
    expect(channelsFor(nothing, 'payment-received')).toEqual({ bell: true, mail: true, push: true });
    expect(channelsFor({ ...nothing, receivesMail: false }, 'payment-received').mail).toBe(false);
    const chosen = { ...nothing, topics: { payments: { ...off, bell: true } } };
    expect(channelsFor(chosen, 'payment-received')).toEqual({ bell: true, mail: false, push: false });
    expect(channelsFor(chosen, 'refund-failed').mail).toBe(true);
  });

  test('of the account itself cannot be switched off, and wait for nobody', () => {
    const chosen: Chosen = { ...nothing, topics: { account: off }, quietHours: { from: 0, until: 23 } };
    for (const kind of [
      'bank-account-changed',
      'approvals-off',
      'account-suspend',
      'api-key-made',
      'unknown',
    ]) {
      expect(channelsFor(chosen, kind)).toEqual({ bell: true, mail: true, push: true });
      expect(quietUntil(chosen, kind, new Date('2026-01-10T10:00:00Z'))).toBeNull();
    }
  });

  test('are chosen for topics of which each has a kind', () => {
    expect(new Set(KINDS.map(topicOf))).toEqual(new Set(NOTIFICATION_TOPICS));
    expect(topicOf('approval-refund-asked')).toBe('approvals');
  });
});

describe('quiet hours', () => {
  const until = (quietHours: Chosen['quietHours'], now: string) =>
    quietUntil({ ...nothing, quietHours }, 'payment-received', new Date(now))?.toISOString() ?? null;
  const night = { from: 22, until: 8 };

  test.each([
    ['2026-01-10T19:59:00Z', null],
    ['2026-01-10T20:00:00Z', '2026-01-11T06:00:00.000Z'],
    ['2026-01-10T23:30:00Z', '2026-01-11T06:00:00.000Z'],
    ['2026-01-11T05:59:59Z', '2026-01-11T06:00:00.000Z'],
    ['2026-01-11T06:00:00Z', null],
    // In summer Cairo is three hours ahead.
    ['2026-07-10T19:00:00Z', '2026-07-11T05:00:00.000Z'],
  ])('over midnight, at %s end at %s', (now, end) => expect(until(night, now)).toBe(end));

  test('within a day end on that day', () => {
    expect(until({ from: 13, until: 15 }, '2026-01-10T12:30:00Z')).toBe('2026-01-10T13:00:00.000Z');
    expect(until({ from: 13, until: 15 }, '2026-01-10T13:00:00Z')).toBeNull();
  });

  test('end by Cairo’s clock in the nights in which it is changed', () => {
    // 24 April 2026: 00:00 becomes 01:00. 29 October: 24:00 becomes 23:00, so the hour from 23 occurs twice.
    expect(until(night, '2026-04-23T20:30:00Z')).toBe('2026-04-24T05:00:00.000Z');
    expect(until({ from: 20, until: 0 }, '2026-04-23T20:30:00Z')).toBe('2026-04-23T22:00:00.000Z');
    expect(until(night, '2026-10-29T20:30:00Z')).toBe('2026-10-30T06:00:00.000Z');
    expect(until({ from: 20, until: 23 }, '2026-10-29T19:30:00Z')).toBe('2026-10-29T20:00:00.000Z');
    expect(until({ from: 20, until: 23 }, '2026-10-29T21:30:00Z')).toBeNull();
  });
});
