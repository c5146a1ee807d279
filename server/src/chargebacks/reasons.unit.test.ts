import { REASON_FAMILIES } from '@daftar/contract/chargebacks';
import reasons from '@daftar/contract/data/dispute_reasons.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { networkReason } from './reasons.ts';

test('each code has a name in both languages, a family, and the network that its form says', () => {
  for (const code of Object.keys(reasons)) {
    const { network, family, name } = networkReason('en', code)!;
    expect(network, code).toBe(/^1[0-3]\.\d(\.\d)?$/.test(code) ? 'visa' : 'mastercard');
    expect(REASON_FAMILIES).toContain(family);
    expect(networkReason('ar', ` ${code} `)!.name, code).not.toBe(name);
  }
  expect(networkReason('en', '')).toBeNull();
  expect(networkReason('en', '10.4 ')?.family).toBe('fraud');
});
