/** Reads a bank's answer to a file of transfers: ISO 20022 pain.002. */
import { codeOf, fileIdOf, isNoId, ownIdOf, plainSigns } from './own-ids.ts';
import { BankFileProblem } from './problem.ts';
import { piastresOf } from './statement.ts';
import { all, type Element, first, readElements, required, textAt, wrongValue } from './xml.ts';

/** A bank's status of a file, of a part of it, and of transfers. */
export interface StatusReport {
  /** The message id of the answered file. */
  originalMessageId: string;
  /** Of the whole file: `ACCP`, `RJCT`, `PART` …; empty if there is none. */
  groupStatus: string;
  groupReason: string;
  /** Status of a part, by its payment information id. */
  parts: { id: string; status: string; reason: string }[];
  transfers: TransferStatus[];
}

export interface TransferStatus {
  /** The line of the file, from 1. */
  line: number;
  endToEndId: string;
  /** `ACSC`, `RJCT`, `PDNG` …; empty if only its part or the file has one. */
  status: string;
  /** Code and text of the reason; empty if there is none. */
  reason: string;
  /** The bank's reference; empty if there is none. */
  bankReference: string;
  /** The amount sent according to the bank, and its currency (may be empty); null if not reported. */
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
  const amount = first(element, 'OrgnlTxRef/Amt/InstdAmt', 'OrgnlTxRef/Amt/EqvtAmt/Amt');
  if (!amount) return null;
  const currency = codeOf(amount.attributes.Ccy ?? '');
  const piastres = piastresOf(plainSigns(amount.text).trim(), '.');
  // An amount in another currency may have three decimals, and never equals that of a transfer.
  if (piastres === null && currency !== '' && currency !== 'EGP') return { piastres: 0, currency };
  if (piastres === null) throw wrongValue(amount, 'BankFileAmountWrong');
  return { piastres, currency };
}

/**
 * Returns the id of a transfer: ours is both its end-to-end id and its instruction id.
 * @throws BankFileProblem BankFileFieldMissing
 */
function idOf(element: Element): string {
  const ids = ['OrgnlEndToEndId', 'OrgnlInstrId', 'OrgnlTxId'].map((path) => ownIdOf(textAt(element, path)));
  // An end-to-end id that is not ours identifies the transfer, unless another id beside it is ours.
  const found = ids.find((id) => id.startsWith('TRF-')) ?? ids.find((id) => !isNoId(id));
  return found ?? required(element, 'OrgnlEndToEndId').text;
}

const statusAt = (element: Element, ...paths: string[]) => codeOf(textAt(element, ...paths));

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
    if (!path.includes('CstmrPmtStsRpt')) return;
    isAnswer = true;
    if (element.name === 'OrgnlGrpInfAndSts') {
      report.originalMessageId = fileIdOf(required(element, 'OrgnlMsgId').text);
      report.groupStatus = statusAt(element, 'GrpSts');
      report.groupReason = reasonOf(element, 'StsRsnInf');
    } else if (element.name === 'OrgnlPmtInfAndSts') {
      const id = fileIdOf(textAt(element, 'OrgnlPmtInfId'));
      report.parts.push({
        id,
        status: statusAt(element, 'PmtInfSts'),
        reason: reasonOf(element, 'StsRsnInf'),
      });
    } else {
      report.transfers.push({
        line: element.line,
        endToEndId: idOf(element),
        status: statusAt(element, 'TxSts'),
        reason: reasonOf(element, 'StsRsnInf'),
        bankReference: textAt(element, 'AcctSvcrRef'),
        amount: amountOf(element),
      });
    }
  });
  // Our files have one part, which has the id of the file.
  report.originalMessageId ||= report.parts[0]?.id ?? '';
  if (!isAnswer || report.originalMessageId === '') throw new BankFileProblem('BankFileOtherKind');
  return report;
}
