/** Credit notes and the rest of their invoices. */
import type { Db, Tx } from '../platform/db/connect.ts';
import type { FeeLine, LeftAtRate } from './rules.ts';
import type { BilledMerchant, Issuer } from './store.ts';

/** Finds a merchant's invoice by its number, with its rest after credit notes. */
export async function findCreditable(
  db: Db,
  merchantId: number,
  { year, number }: { year: number; number: number },
): Promise<{ id: number; year: number; number: number; feeLeft: number; vatLeft: number } | undefined> {
  const [row] = await db<{ id: number; year: number; number: number; feeLeft: number; vatLeft: number }[]>`
    select i.id, i.year, i.number,
           (i.fee_piastres - coalesce(sum(n.fee_piastres), 0))::bigint as "feeLeft",
           (i.vat_piastres - coalesce(sum(n.vat_piastres), 0))::bigint as "vatLeft"
      from fee_invoices i
      left join fee_credit_notes n on n.merchant_id = i.merchant_id and n.fee_invoice_id = i.id
     where i.merchant_id = ${merchantId} and i.year = ${year} and i.number = ${number}
     group by i.merchant_id, i.id order by i.id desc limit 1`;
  return row;
}

/** Reads the facts of an invoice that a credit note needs. */
export async function getInvoice(
  db: Db,
  merchantId: number,
  id: number,
): Promise<
  { year: number; number: number; issuer: Issuer; merchant: BilledMerchant; lines: FeeLine[] } | undefined
> {
  const [row] = await db<
    { year: number; number: number; issuer: Issuer; merchant: BilledMerchant; lines: FeeLine[] }[]
  >`
    select year, number, issuer, merchant, lines from fee_invoices where merchant_id = ${merchantId} and id = ${id}`;
  return row;
}

/** Lists the credit notes of an invoice: amounts and rate. */
export function listNotes(db: Db, merchantId: number, invoiceId: number): Promise<LeftAtRate[]> {
  return db<LeftAtRate[]>`
    select vat_bps as "vatBps", fee_piastres as "feePiastres", vat_piastres as "vatPiastres" from fee_credit_notes
     where merchant_id = ${merchantId} and fee_invoice_id = ${invoiceId} order by id`;
}

/** A credit note to be written. */
interface NewNote {
  merchantId: number;
  invoiceId: number;
  transferId: number;
  year: number;
  number: number;
  issuedAt: Date;
  issuedOn: string;
  feePiastres: number;
  vatPiastres: number;
  vatBps: number;
  reason: string;
  issuer: Issuer;
  merchant: BilledMerchant;
}

/** Writes a credit note. @returns its id */
export async function insertNote(tx: Tx, made: NewNote): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into fee_credit_notes (merchant_id, issuer_tax_id, year, number, fee_invoice_id, transfer_id, issued_at,
                                  issued_on, fee_piastres, vat_piastres, total_piastres, vat_bps, reason, issuer, merchant)
    values (${made.merchantId}, ${made.issuer.taxId}, ${made.year}, ${made.number}, ${made.invoiceId}, ${made.transferId},
            ${made.issuedAt}, ${made.issuedOn}, ${made.feePiastres}, ${made.vatPiastres},
            ${made.feePiastres + made.vatPiastres}, ${made.vatBps}, ${made.reason}, ${tx.json(made.issuer as never)},
            ${tx.json(made.merchant as never)})
    returning id`;
  return row!.id;
}

/** A complete credit note. */
export interface FullNote extends Omit<NewNote, 'transferId' | 'invoiceId' | 'issuedAt'> {
  invoiceYear: number;
  invoiceNumber: number;
}

/** Finds a complete credit note of a merchant. */
export async function findNote(db: Db, merchantId: number, id: number): Promise<FullNote | undefined> {
  const [row] = await db<FullNote[]>`
    select n.merchant_id as "merchantId", n.year, n.number, to_char(n.issued_on, 'YYYY-MM-DD') as "issuedOn",
           n.fee_piastres as "feePiastres", n.vat_piastres as "vatPiastres", n.vat_bps as "vatBps", n.reason, n.issuer,
           n.merchant, i.year as "invoiceYear", i.number as "invoiceNumber"
      from fee_credit_notes n join fee_invoices i on i.merchant_id = n.merchant_id and i.id = n.fee_invoice_id
     where n.merchant_id = ${merchantId} and n.id = ${id}`;
  return row;
}
