import type { Mode } from '../../src/ledger/accounts.ts';
import type { Line } from '../../src/ledger/lines.ts';
import { postTransfer, type Transfer } from '../../src/ledger/post.ts';
import type { Db } from '../../src/platform/db/connect.ts';

/** For tests: the lines of a capture, which `attempt_outcome` posts. `totalPiastres` is the requested price. */
export function captureLines(capture: {
  totalPiastres: number;
  feePiastres: number;
  vatPiastres: number;
  feesOn: 'M' | 'C';
  processorAccountId?: number | null;
}): Line[] {
  const { totalPiastres, feePiastres, vatPiastres, feesOn, processorAccountId = null } = capture;
  const chargesPiastres = feePiastres + vatPiastres;
  const netPiastres = feesOn === 'M' ? totalPiastres - chargesPiastres : totalPiastres;
  return [
    { debit: 'clearing', amountPiastres: netPiastres + chargesPiastres, processorAccountId },
    netPiastres >= 0
      ? { credit: 'pending', amountPiastres: netPiastres }
      : { debit: 'pending', amountPiastres: -netPiastres },
    { credit: 'fees', amountPiastres: feePiastres },
    { credit: 'vat', amountPiastres: vatPiastres },
  ];
}

/** For tests: the lines of a settlement, which an SQL function posts. */
export function settlementLines(settlement: { amountPiastres: number; to: 'available' | 'bank' }): Line[] {
  const { amountPiastres, to } = settlement;
  return [
    { debit: 'pending', amountPiastres },
    { credit: to, amountPiastres },
  ];
}

/** For tests: a live transfer of merchant 1; `parts` replaces its fields. */
export function aTransfer(parts: Partial<Transfer> & Pick<Transfer, 'idempotencyKey'>): Transfer {
  return {
    merchantId: 1,
    mode: 'live',
    kind: 'capture',
    reference: 'payment:1',
    effectiveAt: new Date('2026-03-01T10:00:00Z'),
    currency: 'EGP',
    lines: captureLines({ totalPiastres: 10_000, feePiastres: 575, vatPiastres: 81, feesOn: 'M' }),
    ...parts,
  };
}

/** For tests: captures and settles a payment, so that the merchant has this amount available. */
export async function makeAvailable(
  db: Db,
  { merchantId, amountPiastres, mode = 'live' }: { merchantId: number; amountPiastres: number; mode?: Mode },
) {
  const capture = { totalPiastres: amountPiastres, feePiastres: 0, vatPiastres: 0, feesOn: 'M' } as const;
  await postTransfer(
    db,
    aTransfer({ merchantId, mode, idempotencyKey: 'fund:capture', lines: captureLines(capture) }),
  );
  await postTransfer(
    db,
    aTransfer({
      merchantId,
      mode,
      kind: 'settlement',
      idempotencyKey: 'fund:settlement',
      lines: settlementLines({ amountPiastres, to: 'available' }),
    }),
  );
}

/** For tests: creates an account at a processor, for one merchant or for the provider. @returns its id */
export async function anAccount(
  db: Db,
  { mode = 'live', merchantId = null }: { mode?: Mode; merchantId?: number | null } = {},
): Promise<number> {
  // The ledger's own tests use merchant ids without merchants.
  if (merchantId !== null)
    await db`
      insert into merchants (id, business_name, status, email, mobile) overriding system value
      values (${merchantId}, 'Nobody', 0, ${`${merchantId}@example.com`}, '01000000000') on conflict do nothing`;
  const [row] = await db<{ id: number }[]>`
    insert into processor_accounts (token, adapter, mode, merchant_id, name, methods, currencies, base_url,
                                    sealed_credentials, sealed_notification_secret, state, created_at, updated_at)
    values (gen_random_uuid()::text, 'mpgs', ${mode}, ${merchantId}, 'Bank', '{1}', '{EGP}', 'https://bank.example', '', '',
            'off', now(), now())
    returning id`;
  return row!.id;
}
