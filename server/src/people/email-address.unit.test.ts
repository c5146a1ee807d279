import { domainToASCII, domainToUnicode } from 'node:url';
import { readableDomain, sameEmail } from '@daftar/contract/email-address';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** Labels of domains in scripts of all directions, as the parser of web addresses takes them. */
const label = fc
  .string({ unit: fc.constantFrom(...'abz09عمصىéüßאяшгδ中国ก한🙂-'), minLength: 1, maxLength: 12 })
  .filter((typed) => domainToASCII(`${typed}.com`) !== '' && !/^-|-$/.test(typed));

test('Punycode and letters of a domain lead to the same letters, which Node reads in the same way', () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
      const domain = `${labels.join('.')}.com`;
      const ascii = domainToASCII(domain);
      expect(readableDomain(ascii)).toBe(readableDomain(domain));
      expect(domainToASCII(readableDomain(domain))).toBe(ascii);
      expect(readableDomain(domain)).toBe(domainToUnicode(ascii));
    }),
  );
});

test('an address is the same in NFC, NFD, capitals and Punycode, and its stored form is kept unchanged', () => {
  const local = fc.string({ unit: fc.constantFrom(...'aBé\u0301عîåİK.+_9'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(local, label, (before, domain) => {
      const stored = sameEmail(`${before}@${domain}.com`);
      for (const other of [
        `${before.normalize('NFD')}@${domain}.com`,
        `${before.normalize('NFC')}@${domainToASCII(`${domain}.com`).toUpperCase()}`,
        `\u200f${before}@${domain}.COM `,
        stored,
      ])
        expect(sameEmail(other)).toBe(stored);
    }),
  );
});
