/** Hides card numbers, and secrets identified by the names of their fields or by their form. */
import { replaceCards } from './cards.ts';

export const HIDDEN = '[redacted]';

/** Words of a name whose value is a secret of a card or a person. */
const SECRET_WORD =
  /^(?:cvv2?|cvc2?|csc|cvn2?|cav2?|pin|otp|password|passwd|passcode|secret|securitycode|pincode)$/;

/** Returns whether a field with such a name (`card[cvv]`, `cardSecurityCode`, `CVV2`, `ns:cvc`) contains a secret. */
export function isSecretName(name: string): boolean {
  const words = name
    .slice(0, 100)
    .replace(/%5[bd]/gi, '.')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((each) => each !== '');
  return words.some((word, at) => SECRET_WORD.test(word) || SECRET_WORD.test(word + (words[at + 1] ?? '')));
}

/** Names of ids, times and amounts, which are used for matching and whose digits are kept. */
const KNOWN_WORD =
  /^(?:id|ids|at|reference|references|ref|refs|rrn|arn|stan|trace|order|orders|time|times|timestamp|date|amount|cents|total|price|fee|fees|balance|version|sequence|seq|batch)$/;
const KNOWN_JOINED =
  /^(?:order|merchant|transaction|txn|payment|request|refund)[a-z]{0,20}(?:id|ref|time|number)$/;
/** Returns whether a field with such a name contains an id, a reference, a time or an amount. */
export const isKnownName = (name: string): boolean =>
  name
    .slice(0, 100)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .some((word) => KNOWN_WORD.test(word) || KNOWN_JOINED.test(word));

/** Fields of a payment form. */
export const CARD_FIELD = /^(?:card_)?(?:number|expiry)$/i;

/** A name and value in JSON. */
const PAIR = /"([^"\\]{1,100})"(\s{0,5}:\s{0,5})("(?:[^"\\]|\\.){0,2000}"|-?\d[\d.eE+-]{0,40})/g;
/** A name and value in a form or URL. */
const FORM_FIELD = /(?<=^|[&?\s])([\w.[\]%-]{1,100})=([^&\s"<>]{1,2000})/g;
const ATTRIBUTE = /([\w:.-]{1,100})(\s?=\s?)("[^"<>]{0,500}"|'[^'<>]{0,500}')/g;
const ELEMENT = /<([\w:.-]{1,100})((?:\s[^<>]{0,500})?)>((?:<!\[CDATA\[)?[^<>]{0,500}(?:\]\]>)?)(?=<\/)/g;
/** A field whose name is in another one: `name="cvv" value="123"`. */
const NAMED =
  /(["']?(?:name|key|field)["']?\s?[:=]\s?["']([\w:.-]{1,100})["']\s?,?\s?["']?value["']?\s?[:=]\s?["']?)([^"'<>,}\s]{1,500})/gi;
/** A code in a sentence: `CVV: 123`. */
const SPOKEN =
  /\b(cvv2?|cvc2?|csc|cvn|pin(?:\s?code)?|security code)(\s?(?:is|no\.?|[:=#-])?\s{0,3})(\d{3,6})(?!\d)/gi;

/** Keys and tokens of ours and of processors. */
const KEY =
  /(?<![A-Za-z\d])(?:[a-z]{2,10}_)?(?:sk|pk|rk)_(?:live|test)_\w+|(?<![A-Za-z\d])(?:whsec|scim(?:_ops)?)_[\w+/=-]{8,}|\bBearer\s+\S+|\beyJ[\w-]{5,1000}\.[\w-]{5,}\.[\w-]*/g;
/** The secret part of a page's URL. */
const PAGE =
  /(\/(?:pay|i|unsubscribe|create-password|reset-password|confirm-address|accept-invitation)\/)[\w.%-]{12,}|(\/(?:confirm|reset|invitation|invite|orders|join)\/)[\w.%-]{20,}/gi;
const FRAGMENT =
  /(\/(?:join|invitation|reset-password|create-password)(?:\?[^\s#"<>]{0,200})?#)[\w.%-]{12,}/gi;
/** Credentials in a URL. */
const USER = /(:\/\/)[^\s/?#@"]{1,500}@/g;
const PARAMETER =
  /([?&#][^\s=&#"]{0,60}(?:token|secret|key|pass|sig|auth|hmac)[^\s=&#"]{0,60}=)[^\s&#"<>]+/gi;

/** Hides keys, tokens, and URLs that grant access to their holder. */
export const hideTokens = (text: string): string =>
  text
    .replace(KEY, HIDDEN)
    .replace(USER, `$1${HIDDEN}@`)
    .replace(PARAMETER, `$1${HIDDEN}`)
    .replace(PAGE, `$1$2${HIDDEN}`)
    .replace(FRAGMENT, `$1${HIDDEN}`);

/** Hides named secrets in forms, XML and sentences. */
const hideNamed = (text: string): string =>
  text
    .replace(ELEMENT, (all, name: string, attributes: string) =>
      isSecretName(name) ? `<${name}${attributes}>${HIDDEN}` : all,
    )
    .replace(ATTRIBUTE, (all, name: string, is: string) =>
      isSecretName(name) ? `${name}${is}"${HIDDEN}"` : all,
    )
    .replace(NAMED, (all, before: string, name: string) => (isSecretName(name) ? `${before}${HIDDEN}` : all))
    .replace(FORM_FIELD, (all, name: string) =>
      isSecretName(name) || CARD_FIELD.test(name) ? `${name}=${HIDDEN}` : all,
    )
    .replace(SPOKEN, (_all, name: string, is: string) => `${name}${is}${HIDDEN}`);

/**
 * Hides cards, card codes, passwords, keys and links that grant access, in text of a log, a notification or a file.
 * JSON stays JSON. Ids, references, times and amounts are kept, by the names of their fields.
 * @param card returns the replacement of a card's digits: digits, if the text may be JSON, whose numbers must stay
 * numbers
 */
export function hideSecrets(text: string, card: (digits: string) => string): string {
  const rest = (part: string) => replaceCards(hideTokens(hideNamed(part)), card);
  let written = '';
  let copied = 0;
  // For a field whose name is in another one: `"name": "cvv", "value": "123"`.
  let named = '';
  for (const found of text.matchAll(PAIR)) {
    const [all, name = '', is = '', value = ''] = found;
    written += rest(text.slice(copied, found.index));
    copied = found.index + all.length;
    const shownName = rest(name);
    const isNumber = !value.startsWith('"');
    let shown: string;
    const isNamed = name.toLowerCase() === 'value' && isSecretName(named);
    named = /^(?:name|key|field)$/i.test(name) ? value : '';
    if (isNamed || isSecretName(name) || name === 'token') shown = `"${HIDDEN}"`;
    else if (/^["-]?\d[\d.eE+-]*"?$/.test(value) && isKnownName(name)) shown = value;
    // A number with a decimal point is an amount.
    else if (isNumber) shown = value.includes('.') ? value : replaceCards(value, card);
    else shown = `"${rest(value.slice(1, -1))}"`;
    written += `"${shownName}"${is}${shown}`;
  }
  return written + rest(text.slice(copied));
}
