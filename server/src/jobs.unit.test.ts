import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCronItems } from 'graphile-worker';
import { expect, test } from 'vitest';
import { jobHandlers, schedules } from './jobs.ts';
import { projectRoot } from './platform/paths.ts';
import { deliveryJobs } from './webhooks/jobs.ts';

test('every job is documented in docs/operations.md, and every scheduled job has a handler', () => {
  const [, section = ''] = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8').split('## Jobs');
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  const told = rows.flatMap((row) => row.split('|')[1]?.match(/[a-z-]{3,}/g) ?? []);
  const handlers = Object.keys({ ...jobHandlers({ email: null, sms: null }), ...deliveryJobs });
  expect(told.toSorted()).toEqual(handlers.toSorted());
  expect(handlers).toEqual(expect.arrayContaining(schedules.map(({ job }) => job)));
});

test('the queue understands when each scheduled job runs', () => {
  for (const { job, cron } of schedules)
    expect(() => parseCronItems([{ task: job, match: cron }]), `${job}: ${cron}`).not.toThrow();
});
