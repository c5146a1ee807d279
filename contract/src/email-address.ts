import { withoutInvisible } from './invisible.ts';

// Without invisible characters: a direction mark makes an address look like another.
const EMAIL =
  /^[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:"]+@[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:"]+\.[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:".]{2,}$/u;

export const EMAIL_MAXIMUM = 254;

/** The longest part before the `@`, and the longest label of a domain (RFC 5321, RFC 1035). */
const LOCAL_MAXIMUM = 64;
const LABEL_MAXIMUM = 63;

/** ASCII characters that host names do not contain; a URL parser would treat some of them as syntax. */
const NOT_IN_HOSTS = /[\0-,/:-@[-`{-\x7f]/;
const PUNYCODE_LABEL = /(?:^|\.)xn--/i;

type Parser = new (address: string) => { hostname: string };
const { URL: AddressParser } = globalThis as unknown as { URL: Parser };

/**
 * Converts a domain to its DNS form: lower case, labels of other scripts in Punycode (UTS #46). Returns null for
 * anything that is not a domain name.
 */
export function asciiDomain(domain: string): string | null {
  const isPlain = /^[!-~]*$/.test(domain) && !PUNYCODE_LABEL.test(domain);
  if (isPlain) return domain.toLowerCase();
  if (domain === '' || NOT_IN_HOSTS.test(domain)) return null;
  try {
    return new AddressParser(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}

/**
 * Converts a domain to the single form in which addresses are stored and compared: its DNS form with Punycode decoded.
 * A label stays in Punycode if decoding is not reversible or yields invisible characters.
 */
export function readableDomain(domain: string): string {
  const ascii = asciiDomain(domain);
  if (ascii === null) return domain.toLowerCase();
  if (!PUNYCODE_LABEL.test(ascii)) return ascii;
  const readable = ascii
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label))
    .join('.');
  return !/[\p{Cf}\p{Cc}\s]/u.test(readable) && asciiDomain(readable) === ascii ? readable : ascii;
}

const BASE = 36;
/** Parameters of Punycode: RFC 3492, section 5. */
const [LEAST, MOST, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [1, 26, 38, 700, 72, 128];

/** Decodes a domain label without its `xn--` (RFC 3492, section 6.2). Returns null for invalid Punycode. */
function decodePunycode(encoded: string): string | null {
  const split = encoded.lastIndexOf('-');
  const letters = [...encoded.slice(0, Math.max(split, 0))];
  let [code, at, bias] = [FIRST_CODE, 0, FIRST_BIAS];
  for (let next = split + 1; next < encoded.length; ) {
    const before = at;
    for (let [weight, step] = [1, BASE]; ; step += BASE) {
      const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(encoded[next] ?? ' ');
      next += 1;
      if (digit < 0) return null;
      at += digit * weight;
      const threshold = Math.min(Math.max(step - bias, LEAST), MOST);
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (at > 0x7fffffff) return null;
    }
    const length = letters.length + 1;
    let delta = Math.floor((at - before) / (before === 0 ? DAMP : 2));
    delta += Math.floor(delta / length);
    for (bias = 0; delta > ((BASE - LEAST) * MOST) / 2; bias += BASE)
      delta = Math.floor(delta / (BASE - LEAST));
    bias += Math.floor(((BASE - LEAST + 1) * delta) / (delta + SKEW));
    code += Math.floor(at / length);
    at %= length;
    if (code > 0x10ffff) return null;
    letters.splice(at, 0, String.fromCodePoint(code));
    at += 1;
  }
  return letters.join('');
}

/**
 * Normalizes an address to the single form in which it is stored, compared and shown: nothing invisible, letters
 * composed (NFC), lower case, and the domain by {@link readableDomain}. Text that is not an address is returned tidied,
 * for {@link isEmail} to refuse.
 */
export function sameEmail(typed: string): string {
  const tidy = withoutInvisible(typed).trim().normalize('NFC').toLowerCase().normalize('NFC');
  const at = tidy.lastIndexOf('@');
  return at < 0 || tidy.length > EMAIL_MAXIMUM
    ? tidy
    : `${tidy.slice(0, at + 1)}${readableDomain(tidy.slice(at + 1))}`;
}

/** Returns whether mail servers accept a string as an e-mail address, judged by its form alone. */
export function isEmail(value: string): boolean {
  if (value.length > EMAIL_MAXIMUM || !EMAIL.test(value)) return false;
  const [local = '', domain = ''] = value.split('@');
  if (local.length > LOCAL_MAXIMUM || local.split('.').includes('')) return false;
  if (NOT_IN_HOSTS.test(domain)) return false;
  const labels = asciiDomain(domain)?.split('.') ?? [''];
  // A domain that ends in a number is an IP address or invalid.
  if (/^\d+$/.test(labels.at(-1)!)) return false;
  return labels.every(
    (label) =>
      label !== '' && label.length <= LABEL_MAXIMUM && !label.startsWith('-') && !label.endsWith('-'),
  );
}
