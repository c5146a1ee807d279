import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverRoot } from '../../platform/paths.ts';
import { ADAPTERS } from '../../processors/adapters.ts';

test.each(['en', 'ar'])('the console names every processor and credential (%s)', (locale) => {
  const file = join(serverRoot, `../web/locales/${locale}/ops-processors.json`);
  const words: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
  const keys = ADAPTERS.flatMap(({ name, credentials }) => [
    `adapter.${name}`,
    ...Object.keys(credentials).map((each) => `credential.${each}`),
  ]);
  expect(keys.length).toBeGreaterThan(10);
  expect(keys.filter((key) => !words[key])).toEqual([]);
});
