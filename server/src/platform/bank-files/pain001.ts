/**
 * Writes a file of transfers for a bank: ISO 20022 pain.001.001.09 or .03, one payment information block with a
 * transfer for each. Lengths, characters and order of the elements follow the schema.
 */
import { formatPounds } from '@daftar/contract/money';

/** An account at a bank. */
export interface BankParty {
  name: string;
  /** Without spaces; if empty, `accountNumber` is used. */
  iban: string;
  accountNumber: string;
  /** If empty, the bank is given by name. */
  bic: string;
  bankName: string;
  address?: PostalAddress;
}

/** An address in parts, without empty ones; `isHybrid`: the street is a free line. */
export interface PostalAddress {
  street: string;
  town: string;
  country: string;
  isHybrid: boolean;
}

/** A bank's requirements for files; empty values are not in the file. */
export interface TransferOptions {
  message: 'pain.001.001.09' | 'pain.001.001.03';
  initiatorId: string;
  chargeBearer: '' | 'SLEV' | 'SHAR' | 'DEBT' | 'CRED';
  serviceLevel: string;
  categoryPurpose: string;
  purpose: string;
}

/** One transfer. */
export interface CreditTransfer {
  /** Our id, 1 to 35 characters; the bank repeats it in its answer. */
  endToEndId: string;
  amountPiastres: number;
  to: BankParty;
  /** The text for the recipient. */
  text: string;
}

/** A file of transfers from one account. */
export interface TransferFile {
  /** Our id, 1 to 35 characters, unique to the file. */
  messageId: string;
  createdAt: Date;
  /** `YYYY-MM-DD` */
  executionDay: string;
  from: BankParty;
  transfers: readonly CreditTransfer[];
  options: TransferOptions;
}

/** The schema does not allow a file or transfer: a defect of the caller, who must validate before. */
export class UnwritableTransfer extends Error {}

/** The characters of SWIFT's set X, in which identifiers are written. */
const IDENTIFIER = /^[A-Za-z0-9/?:().,'+ -]{1,35}$/;
export const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
export const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/;
export const ACCOUNT_NUMBER = /^[A-Za-z0-9]{1,34}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const NAME_MOST = 140;
const TEXT_MOST = 140;
const STREET_MOST = 70;
const TOWN_MOST = 35;

function require(isAllowed: boolean, what: string): void {
  if (!isAllowed) throw new UnwritableTransfer(what);
}

/** Returns whether a recipient can be written: it has a name and a number. */
export const isWritable = ({ name, iban, accountNumber }: BankParty): boolean =>
  plain(name, NAME_MOST) !== '' && (iban === '' ? ACCOUNT_NUMBER.test(accountNumber) : IBAN.test(iban));

/** Returns text on one line of limited length, without characters that XML or a database does not allow. */
export function plain(text: string, most: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return [...line].slice(0, most).join('').trim();
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (each) => `&#${each.codePointAt(0)};`);

const tag = (name: string, content: string, attributes = '') => `<${name}${attributes}>${content}</${name}>`;
const textTag = (name: string, text: string, attributes = '') => tag(name, escaped(text), attributes);

function identifier(name: string, id: string): string {
  require(IDENTIFIER.test(id) && id.trim() === id, `${name}: ${id}`);
  return textTag(name, id);
}

function accountOf({ iban, accountNumber }: BankParty): string {
  if (iban !== '') {
    require(IBAN.test(iban), `IBAN: ${iban}`);
    return tag('Id', textTag('IBAN', iban));
  }
  require(/^[A-Za-z0-9]{1,34}$/.test(accountNumber), `account: ${accountNumber}`);
  return tag('Id', tag('Othr', textTag('Id', accountNumber)));
}

function bankOf({ bic, bankName }: BankParty, { message }: TransferOptions): string {
  if (bic === '') {
    const name = plain(bankName, NAME_MOST);
    // The schema requires an element that identifies the bank.
    const words = name === '' ? tag('Othr', textTag('Id', 'NOTPROVIDED')) : textTag('Nm', name);
    return tag('FinInstnId', words);
  }
  require(BIC.test(bic), `BIC: ${bic}`);
  return tag('FinInstnId', textTag(message === 'pain.001.001.03' ? 'BIC' : 'BICFI', bic));
}

function nameOf({ name }: BankParty): string {
  const written = plain(name, NAME_MOST);
  require(written !== '', 'a party without a name');
  return textTag('Nm', written);
}

function addressOf({ address }: BankParty): string {
  if (!address) return '';
  const { street, town, country, isHybrid } = address;
  require(/^[A-Z]{2}$/.test(country) && town !== '', 'an address without town or country');
  const line = plain(street, STREET_MOST);
  return tag(
    'PstlAdr',
    [
      line === '' || isHybrid ? '' : textTag('StrtNm', line),
      textTag('TwnNm', plain(town, TOWN_MOST)),
      textTag('Ctry', country),
      line !== '' && isHybrid ? textTag('AdrLine', line) : '',
    ].join(''),
  );
}

/** Returns the element of an external code; nothing if it is empty. */
function codeOf(name: string, code: string): string {
  if (code === '') return '';
  require(/^[A-Z0-9]{1,4}$/.test(code), `${name}: ${code}`);
  return tag(name, textTag('Cd', code));
}

function typeOf({ serviceLevel, categoryPurpose }: TransferOptions): string {
  const inner = codeOf('SvcLvl', serviceLevel) + codeOf('CtgyPurp', categoryPurpose);
  return inner === '' ? '' : tag('PmtTpInf', inner);
}

function transferOf(
  { endToEndId, amountPiastres, to, text }: CreditTransfer,
  options: TransferOptions,
): string {
  require(Number.isSafeInteger(amountPiastres) && amountPiastres > 0, `amount: ${amountPiastres}`);
  const remittance = plain(text, TEXT_MOST);
  return tag(
    'CdtTrfTxInf',
    [
      tag('PmtId', identifier('InstrId', endToEndId) + identifier('EndToEndId', endToEndId)),
      tag('Amt', textTag('InstdAmt', formatPounds(amountPiastres), ' Ccy="EGP"')),
      tag('CdtrAgt', bankOf(to, options)),
      tag('Cdtr', nameOf(to) + addressOf(to)),
      tag('CdtrAcct', accountOf(to)),
      codeOf('Purp', options.purpose),
      remittance === '' ? '' : tag('RmtInf', textTag('Ustrd', remittance)),
    ].join(''),
  );
}

/** Writes the file, UTF-8. @throws UnwritableTransfer */
export function writePain001(file: TransferFile): string {
  const { messageId, createdAt, executionDay, from, transfers, options } = file;
  require(transfers.length > 0, 'a file without transfers');
  require(new Set(transfers.map(({ endToEndId }) => endToEndId)).size === transfers.length, 'an id twice');
  require(DAY.test(executionDay), `day: ${executionDay}`);
  const sum = transfers.reduce((total, { amountPiastres }) => total + amountPiastres, 0);
  const totals = textTag('NbOfTxs', String(transfers.length)) + textTag('CtrlSum', formatPounds(sum));
  const header = tag(
    'GrpHdr',
    [
      identifier('MsgId', messageId),
      textTag('CreDtTm', createdAt.toISOString().replace(/\.\d+Z$/, 'Z')),
      totals,
      tag(
        'InitgPty',
        nameOf(from) +
          (options.initiatorId === ''
            ? ''
            : tag('Id', tag('OrgId', tag('Othr', identifier('Id', options.initiatorId))))),
      ),
    ].join(''),
  );
  const payment = tag(
    'PmtInf',
    [
      identifier('PmtInfId', messageId),
      textTag('PmtMtd', 'TRF'),
      textTag('BtchBookg', 'false'),
      totals,
      typeOf(options),
      options.message === 'pain.001.001.03'
        ? textTag('ReqdExctnDt', executionDay)
        : tag('ReqdExctnDt', textTag('Dt', executionDay)),
      tag('Dbtr', nameOf(from) + addressOf(from)),
      tag('DbtrAcct', accountOf(from) + textTag('Ccy', 'EGP')),
      tag('DbtrAgt', bankOf(from, options)),
      options.chargeBearer === '' ? '' : textTag('ChrgBr', options.chargeBearer),
      '\n',
      transfers.map((transfer) => `${transferOf(transfer, options)}\n`).join(''),
    ].join(''),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag(
    'Document',
    tag('CstmrCdtTrfInitn', `${header}\n${payment}`),
    ` xmlns="urn:iso:std:iso:20022:tech:xsd:${options.message}"`,
  )}\n`;
}
