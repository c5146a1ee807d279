import { toPounds } from '@daftar/contract/money';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { speakable } from '../markup.ts';
import type { Cell } from './csv.ts';

/** Maximum number of rows of an Excel sheet, including the headings; further rows go to further sheets. */
const SHEET_ROWS = 1_048_576;
const COLUMN_WIDTH = 22;
/** Maximum length of a cell, in UTF-16 units; Excel reports a workbook with longer ones as broken. */
const CELL_CHARACTERS = 32_767;
/** Ends text that was cut. */
const CUT = ' […]';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_ML = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Indexes of the formats in styles.xml: plain, heading, amount, day, minute, second. */
const [PLAIN, HEADING, AMOUNT, DAY, MINUTE, SECOND] = [0, 1, 2, 3, 4, 5];

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2})(:\d{2})?)?$/;
/** Days between Excel's day 0 and 1970. */
const DAYS_BEFORE_1970 = 25_569;

/** Formats a day or time as the number of days that Excel keeps, with its format; anything else as text. */
function xmlMoment(moment: string): string {
  const [, day, minute, second] = MOMENT.exec(moment) ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T${minute ?? '00:00'}${second ?? ':00'}Z`);
  if (Number.isNaN(time)) return xmlCell(moment, PLAIN);
  const style = second ? SECOND : minute ? MINUTE : DAY;
  return `<c s="${style}"><v>${time / 86_400_000 + DAYS_BEFORE_1970}</v></c>`;
}

const XML_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** Truncates text that exceeds a cell, with a mark, and never within a character. */
function fitting(text: string): string {
  if (text.length <= CELL_CHARACTERS) return text;
  const kept = text.slice(0, CELL_CHARACTERS - CUT.length);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}${CUT}`;
}

/** Escapes text for a workbook; text that looks like Excel's own escape (`_x000D_`) is escaped as well. */
function xmlText(text: string): string {
  return speakable(text)
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
    .replace(/[&<>\r]/g, (character) => XML_ESCAPES[character] ?? character);
}

/** Formats a cell. Text is marked as text, so that it is never taken for a formula. */
function xmlCell(cell: Cell, style: number): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c s="${style}"><v>${cell}</v></c>`;
  if (typeof cell === 'object' && 'moment' in cell) return xmlMoment(cell.moment);
  if (typeof cell === 'object') return `<c s="${AMOUNT}"><v>${toPounds(cell.hundredths)}</v></c>`;
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(fitting(cell))}</t></is></c>`;
}

const xmlRow = (cells: readonly Cell[], style = PLAIN) =>
  `<row>${cells.map((cell) => xmlCell(cell, style as number)).join('')}</row>`;

export interface XlsxOptions {
  headings: readonly string[];
  rightToLeft: boolean;
  /** The timestamp of the archive's parts. */
  now: Date;
}

/** Writes an Excel workbook incrementally: rows are compressed, returned and released. */
export class XlsxWriter {
  private readonly options: XlsxOptions;
  private readonly sheetRows: number;
  private readonly zip: Zip;
  private readonly done: Uint8Array[] = [];
  private sheet: ZipDeflate | null = null;
  private sheets = 0;
  private rowsOfSheet = 0;

  constructor(options: XlsxOptions, sheetRows = SHEET_ROWS) {
    this.options = options;
    this.sheetRows = sheetRows;
    this.zip = new Zip((error, chunk) => {
      if (error) throw error;
      this.done.push(chunk);
    });
  }

  /** Adds rows. @returns the bytes that are ready. */
  rows(rows: Cell[][]): Buffer {
    for (let from = 0; from < rows.length; ) {
      const sheet = this.openSheet();
      const room = rows.slice(from, from + this.sheetRows - this.rowsOfSheet);
      sheet.push(strToU8(room.map((cells) => xmlRow(cells)).join('')));
      this.rowsOfSheet += room.length;
      from += room.length;
    }
    return this.ready();
  }

  /** Ends the workbook. @returns its last bytes. */
  end(): Buffer {
    this.openSheet();
    this.closeSheet();
    const numbers = Array.from({ length: this.sheets }, (_, place) => place + 1);
    const all = (each: (n: number) => string) => numbers.map(each).join('');
    this.part('xl/styles.xml', STYLES);
    this.part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${all((n) => `<sheet name="${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    );
    this.part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${all((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    );
    this.part(
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    );
    this.part(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_ML}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_ML}.styles+xml"/>${all((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SHEET_ML}.worksheet+xml"/>`)}</Types>`,
    );
    this.zip.end();
    return this.ready();
  }

  private openSheet(): ZipDeflate {
    if (this.sheet && this.rowsOfSheet < this.sheetRows) return this.sheet;
    this.closeSheet();
    this.sheets += 1;
    const { headings, rightToLeft } = this.options;
    this.sheet = this.file(`xl/worksheets/sheet${this.sheets}.xml`);
    const view = `<sheetView${rightToLeft ? ' rightToLeft="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>`;
    const columns = `<col min="1" max="${headings.length}" width="${COLUMN_WIDTH}" customWidth="1"/>`;
    this.sheet.push(
      strToU8(
        `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews>${view}</sheetViews><cols>${columns}</cols><sheetData>${xmlRow(headings, HEADING)}`,
      ),
    );
    this.rowsOfSheet = 1;
    return this.sheet;
  }

  private closeSheet(): void {
    this.sheet?.push(strToU8('</sheetData></worksheet>'), true);
    this.sheet = null;
  }

  private file(name: string): ZipDeflate {
    const file = new ZipDeflate(name, { level: 4 });
    file.mtime = this.options.now;
    this.zip.add(file);
    return file;
  }

  private part(name: string, xml: string): void {
    this.file(name).push(strToU8(HEAD + xml), true);
  }

  private ready(): Buffer {
    return Buffer.concat(this.done.splice(0));
  }
}

const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
