/** Names of kinds, as used in exports of the list. */
import { readFileSync } from 'node:fs';
import { OPS_APPROVAL_KIND_NAMES } from '@daftar/contract/ops-approvals';
import { expect, test } from 'vitest';

test.each(['en', 'ar'])('every kind has a name in exported lists and on screens (%s)', (locale) => {
  for (const side of ['server', 'web']) {
    const path = new URL(`../../../${side}/locales/${locale}/ops.json`, import.meta.url);
    const catalogue = JSON.parse(readFileSync(path, 'utf8'));
    for (const kind of OPS_APPROVAL_KIND_NAMES) expect(catalogue).toHaveProperty([`approvalKind.${kind}`]);
  }
});
