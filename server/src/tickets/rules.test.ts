import { expect, test } from 'vitest';
import { excerptOf, MESSAGES_MAXIMUM, reopenRefusal, replyRefusal } from './rules.ts';

const now = new Date('2026-06-15T09:00:00Z');
const ticket = (more: Partial<Parameters<typeof replyRefusal>[0]> = {}) => ({
  status: 1,
  messagesCount: 1,
  closedAt: null,
  ...more,
});

test('the merchant may reply while the ticket is open, and at no other time', () => {
  expect(replyRefusal(ticket())).toBeNull();
  expect(replyRefusal(ticket({ status: 2 }))).toBe('processing');
  expect(replyRefusal(ticket({ status: 3, closedAt: now }))).toBe('closed');
  expect(replyRefusal(ticket({ messagesCount: MESSAGES_MAXIMUM }))).toBe('full');
});

test('a closed ticket can be reopened within seven days, to the second', () => {
  const closed = (closedAt: string) => ticket({ status: 3, closedAt: new Date(closedAt) });
  expect(reopenRefusal(closed('2026-06-08T09:00:01Z'), now)).toBeNull();
  expect(reopenRefusal(closed('2026-06-08T09:00:00Z'), now)).toBe('tooLate');
  expect(reopenRefusal(ticket(), now)).toBe('notClosed');
});

test('the excerpt of a message is one line of whole characters', () => {
  expect(excerptOf(' مرحبًا\n\n  بكم ')).toBe('مرحبًا بكم');
  expect(excerptOf('a'.repeat(140))).toHaveLength(140);
  const cut = excerptOf('😀'.repeat(200));
  expect([...cut]).toHaveLength(140);
  expect(cut.endsWith('😀…')).toBe(true);
});
