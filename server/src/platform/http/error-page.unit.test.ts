import { expect, test } from 'vitest';
import { errorPage } from './error-page.ts';
import { NotFoundError, OverloadedError, UnavailableError } from './errors.ts';

test.each([
  ['en', 'The address is right', 'Try again', 'Check that the address is complete'],
  ['ar', 'العنوان صحيح', 'حاول مرة أخرى', 'تأكد أن العنوان كامل'],
] as const)(
  'a page in %s doubts no address that is right, and leads to it again',
  (locale, later, again, complete) => {
    for (const error of [new OverloadedError(2), new UnavailableError()]) {
      const page = errorPage(locale, error, 'some-request');
      expect(page).toContain(later);
      expect(page).toContain(`<a href="">${again}</a>`);
      expect(page).not.toContain('href="/"');
    }
    const nowhere = errorPage(locale, new NotFoundError(), 'some-request');
    expect(nowhere).toContain(complete);
    expect(nowhere).toContain('href="/"');
  },
);
