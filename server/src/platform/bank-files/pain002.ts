/** Reads a bank's answer to a file of transfers: ISO 20022 pain.002. */
import { BankFileProblem } from './problem.ts';
import { piastresOf } from './statement.ts';
import { all, type Element, first, readElements, required, textAt, wrongValue } from './xml.ts';

/** What a bank says of a file, of a part of it, or of one transfer. */
export interface StatusReport {
  /** The message id of the file that is answered. */
  originalMessageId: string;
  /** Of the whole file: `ACCP`, `RJCT`, `PART` …; empty without. */
  groupStatus: string;
  groupReason: string;
  /** Of a part, by its payment information id. */
  parts: { id: string; status: string; reason: string }[];
  transfers: TransferStatus[];
}

export interface TransferStatus {
  /** The line of the file, from 1. */
  line: number;
  endToEndId: string;
  /** `ACSC`, `RJCT`, `PDNG` …; empty when only its part or the file has one. */
  status: string;
  /** The code and words of the reason; empty without. */
  reason: string;
  /** The bank's reference; empty without. */
  bankReference: string;
  /** What it says was sent, and in which currency (empty without); null when it does not. */
  amount: { piastres: number; currency: string } | null;
}

const reasonOf = (element: Element, path: string): string =>
  all(element, path)
    .map((reason) =>
      [textAt(reason, 'Rsn/Cd', 'Rsn/Prtry'), ...all(reason, 'AddtlInf').map(({ text }) => text)]
        .filter((text) => text !== '')
        .join(' '),
    )
    .filter((text) => text !== '')
    .join('; ');

function amountOf(element: Element): TransferStatus['amount'] {
  const amount = first(element, 'OrgnlTxRef/Amt/InstdAmt');
  if (!amount) return null;
  const piastres = piastresOf(amount.text, '.');
  if (piastres === null) throw wrongValue(amount);
  return { piastres, currency: amount.attributes.Ccy ?? '' };
}

/** @throws BankFileProblem */
export function readPain002(content: Uint8Array): StatusReport {
  const report: StatusReport = {
    originalMessageId: '',
    groupStatus: '',
    groupReason: '',
    parts: [],
    transfers: [],
  };
  let isAnswer = false;
  const names = new Set(['OrgnlGrpInfAndSts', 'OrgnlPmtInfAndSts', 'TxInfAndSts']);
  readElements(content, names, (element, path) => {
    if (path[1] !== 'CstmrPmtStsRpt') return;
    isAnswer = true;
    if (element.name === 'OrgnlGrpInfAndSts') {
      report.originalMessageId = required(element, 'OrgnlMsgId').text;
      report.groupStatus = textAt(element, 'GrpSts');
      report.groupReason = reasonOf(element, 'StsRsnInf');
    } else if (element.name === 'OrgnlPmtInfAndSts') {
      const id = textAt(element, 'OrgnlPmtInfId');
      report.parts.push({ id, status: textAt(element, 'PmtInfSts'), reason: reasonOf(element, 'StsRsnInf') });
    } else {
      report.transfers.push({
        line: element.line,
        endToEndId: required(element, 'OrgnlEndToEndId').text,
        status: textAt(element, 'TxSts'),
        reason: reasonOf(element, 'StsRsnInf'),
        bankReference: textAt(element, 'AcctSvcrRef'),
        amount: amountOf(element),
      });
    }
  });
  if (!isAnswer || report.originalMessageId === '') throw new BankFileProblem('BankFileOtherKind');
  return report;
}
