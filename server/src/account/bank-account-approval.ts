import { onApproval } from '../approvals/registry.ts';
import { transaction } from '../platform/db/transaction.ts';
import { applyFacts } from './bank-account-change.ts';
import type { Change } from './bank-account-requests.ts';
import { AccountChangedMeanwhile } from './errors.ts';
import { applyReceiving } from './receiving.ts';
import * as store from './store.ts';

onApproval('bank-account', (app, caller, request, write) =>
  transaction(app.db, async (tx) => {
    const { bankAccountId, version, facts } = request.change as unknown as Change;
    const accounts = await store.lockAccounts(tx, caller);
    const account = accounts.find(({ id }) => id === bankAccountId);
    if (!account || account.version !== version) throw new AccountChangedMeanwhile();
    await write(tx);
    const { latinName, town } = account;
    if (facts) await applyFacts(app, tx, caller, account, { latinName, town, ...facts });
    else await applyReceiving(app, tx, caller, accounts, account);
  }),
);
