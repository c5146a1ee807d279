/** Reads statements in SWIFT's MT940 (`:60F: :61: :86: :62F:`), with or without the blocks of a message around them. */
import { BankFileProblem } from './problem.ts';
import {
  type Balance,
  type BankStatement,
  dayOf,
  decodeText,
  MAX_ENTRIES,
  piastresOf,
  requireSize,
  requireSum,
  type StatementEntry,
} from './statement.ts';

const LONGEST_LINE = 500;
const MAX_LINES_OF_FIELD = 100;

interface Field {
  tag: string;
  lines: string[];
  /** Of the file, from 1. */
  line: number;
}

const wrong = ({ tag, line }: Field, column = 0) =>
  new BankFileProblem('BankFileFieldWrong', { line, column, field: `:${tag}:` });

/** The fields in their order; what is outside of them (blocks, empty lines) is skipped. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  let current: Field | null = null;
  text.split(/\r\n|\r|\n/).forEach((raw, at) => {
    const line = at + 1;
    if (raw.length > LONGEST_LINE) throw new BankFileProblem('BankFileUnreadable', { line });
    const content = raw.trimEnd();
    const [, tag, rest] = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(content) ?? [];
    if (tag !== undefined) {
      current = { tag, lines: [rest ?? ''], line };
      fields.push(current);
    } else if (content === '-' || content.startsWith('-}') || content.startsWith('{')) {
      current = null;
    } else if (current && content !== '') {
      current.lines.push(content);
      if (current.lines.length > MAX_LINES_OF_FIELD)
        throw new BankFileProblem('BankFileUnreadable', { line });
    }
  });
  return fields;
}

/** `C260615EGP1234,56` */
function balanceOf(field: Field): Balance & { currency: string } {
  const match = /^([CD])(\d{2})(\d{2})(\d{2})([A-Z]{3})([\d,]{1,16})$/.exec(field.lines[0] ?? '');
  const day = match && dayOf(`20${match[2]}`, match[3]!, match[4]!);
  const amount = match && piastresOf(match[6]!, ',');
  if (!match || day === null || amount === null) throw wrong(field);
  return { amountPiastres: match[1] === 'C' ? amount : -amount, day, currency: match[5]! };
}

const LINE = /^(\d{2})(\d{2})(\d{2})(\d{4})?(R?[CD])([A-Z])?(\d[\d,]{0,14})([NFS][A-Z0-9]{3})(.*)$/;

/** The booking's month and day, in the year that is nearest to the day of value. */
function bookedOn(valueOn: string, monthDay: string | undefined): string | null {
  if (monthDay === undefined) return valueOn;
  const year = Number(valueOn.slice(0, 4));
  const value = Date.parse(valueOn);
  const days = [year - 1, year, year + 1]
    .map((each) => dayOf(String(each), monthDay.slice(0, 2), monthDay.slice(2)))
    .filter((each) => each !== null);
  const away = (day: string) => Math.abs(Date.parse(day) - value);
  return days.toSorted((one, other) => away(one) - away(other))[0] ?? null;
}

const withoutNone = (reference: string) => (reference === 'NONREF' ? '' : reference);

function entryOf(field: Field): StatementEntry {
  const match = LINE.exec(field.lines[0] ?? '');
  if (!match) throw wrong(field);
  const [, year, month, day, monthDay, mark, , typed, , references = ''] = match;
  const valueOn = dayOf(`20${year}`, month!, day!);
  const amount = piastresOf(typed!, ',');
  const booked = valueOn === null ? null : bookedOn(valueOn, monthDay);
  if (valueOn === null) throw wrong(field, 1);
  if (booked === null) throw wrong(field, 7);
  if (amount === null) throw wrong(field, field.lines[0]!.indexOf(typed!) + 1);
  const [own = '', bank = ''] = references.split('//');
  // A reversed credit takes money, a reversed debit gives it back.
  const isCredit = mark === 'C' || mark === 'RD';
  return {
    line: field.line,
    bookedOn: booked,
    valueOn,
    amountPiastres: isCredit ? amount : -amount,
    isReversal: mark!.startsWith('R'),
    bankReference: bank.trim(),
    ownReference: withoutNone(own.trim()),
    text: field.lines.slice(1).join(' ').trim(),
    details: [],
  };
}

/** Marks that banks put before our end-to-end id in the free text. */
const END_TO_END = /(?:\/EREF\/|EREF\+)\s?([A-Za-z0-9-]{1,35})/;
const RETURNED = /(?:\/RTRN\/|RETURN REASON[:\s]+|\/RTR\/)\s?([A-Z]{2}\d{2})/;

/** The free text after an entry: lines that belong together, subfields (`?20`) without their marks. */
function describe(entry: StatementEntry, { lines }: Field): void {
  const text = lines
    .join(lines.some((line) => line.length >= 65) ? '' : ' ')
    .replace(/\?\d{2}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  entry.text = [entry.text, text].filter((part) => part !== '').join(' ');
  const endToEndId = END_TO_END.exec(text)?.[1] ?? '';
  const returnReason = RETURNED.exec(text)?.[1] ?? '';
  if (endToEndId !== '' || returnReason !== '')
    entry.details.push({ endToEndId, amountPiastres: null, text, returnReason });
}

/**
 * Reads every statement of a file. Each begins with `:20:` and must have an opening and a closing balance that agree with its
 * entries, so that a file that was cut off is noticed.
 * @throws BankFileProblem
 */
export function readMt940(content: Uint8Array): BankStatement[] {
  requireSize(content);
  const statements: BankStatement[] = [];
  let current: BankStatement | null = null;
  let last: StatementEntry | null = null;
  let entries = 0;
  /** The line of the closing balance. */
  let closedAt = 0;
  const open = (field: Field): BankStatement => {
    if (!current) throw new BankFileProblem('BankFileFieldMissing', { line: field.line, field: ':20:' });
    return current;
  };
  const close = (line: number): void => {
    if (!current) return;
    if (!current.opening || !current.closing) throw new BankFileProblem('BankFileCutOff', { line });
    requireSum(current, closedAt);
    statements.push(current);
  };
  let line = 0;
  for (const field of fieldsOf(decodeText(content))) {
    line = field.line;
    const [first = ''] = field.lines;
    switch (field.tag) {
      case '20':
        close(line);
        current = {
          number: first.trim(),
          account: '',
          currency: '',
          opening: null,
          closing: null,
          isFinal: false,
          entries: [],
        };
        last = null;
        break;
      case '25':
      case '25P':
        open(field).account = first.replace(/\s/g, '').split('/').at(-1)!;
        break;
      case '28':
      case '28C':
        open(field).number = first.trim();
        break;
      case '60F':
      case '60M': {
        const { currency, ...opening } = balanceOf(field);
        Object.assign(open(field), { opening, currency });
        break;
      }
      case '61':
        entries += 1;
        if (entries > MAX_ENTRIES) throw new BankFileProblem('BankFileTooLarge', { line });
        last = entryOf(field);
        open(field).entries.push(last);
        break;
      case '86':
        // After the closing balance it is about the whole statement.
        if (last && !open(field).closing) describe(last, field);
        break;
      case '62F':
      case '62M': {
        const { currency, ...closing } = balanceOf(field);
        const statement = open(field);
        if (statement.currency !== '' && statement.currency !== currency) throw wrong(field);
        statement.closing = closing;
        statement.isFinal = field.tag === '62F';
        closedAt = line;
        break;
      }
      case '34F':
        // The least amount that is reported, which only an MT942 has.
        throw new BankFileProblem('BankFileIntraday', { field: 'MT942' });
      default:
      // :13D:, :64:, :65: and others say nothing that is booked.
    }
  }
  close(line);
  if (statements.length === 0) throw new BankFileProblem('BankFileOtherKind');
  return statements;
}
