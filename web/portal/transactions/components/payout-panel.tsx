import type { PayoutAccount } from '@daftar/contract/payouts';
import { Button, NativeSelect, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ApiError, isAbort, NetworkError, sentenceOf } from '../../../ui/errors.ts';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { Money } from '../../../ui/money.tsx';
import { MoneyInput } from '../../../ui/money-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Term } from '../../../ui/term.tsx';
import { useAvailableBalance, useRequestPayout } from '../api.ts';
import { payoutAmountError, twoDecimals } from '../money-out.ts';
import panel from './panel.module.css';
import { Panel, useFirstField } from './panel.tsx';
import classes from './payout.module.css';
import { PayoutHistory } from './payout-history.tsx';
import { Waits } from './waits.tsx';

interface PayoutPanelProps {
  opened: boolean;
  onClose: () => void;
}

/** Requests a payout of the available balance, shows its code, and earlier payouts. */
export function PayoutPanel({ opened, onClose }: PayoutPanelProps) {
  const { t } = useTranslation('transactions');
  return (
    <Panel opened={opened} onClose={onClose} title={t('payout.title')}>
      <Payout onDone={onClose} />
      <PayoutHistory />
    </Panel>
  );
}

interface Requested {
  /** Null while it waits for approval. */
  code: string | null;
  available_balance: number;
  /** Where it goes; absent: it is collected with its code. */
  bank_account?: string | undefined;
}

function Payout({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['transactions', 'common']);
  const [requested, setRequested] = useState<Requested | null>(null);
  const query = useAvailableBalance();
  if (requested) return <Redeem requested={requested} onDone={onDone} />;
  const balance = query.data?.data.available_balance;
  const waits = query.data?.data.needs_approval === true;
  if (balance === undefined && query.error) {
    return (
      <div role="alert" className={panel.form}>
        <p>{t('ErrorFetchingBalance')}</p>
        <div>
          <Button variant="default" onClick={() => void query.refetch()}>
            {t('common:retry')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <>
      <Balance>
        {balance === undefined ? (
          <>
            <Skeleton width="8rem" height="1.75rem" />
            <VisuallyHidden role="status">{t('common:loading')}</VisuallyHidden>
          </>
        ) : (
          <Money amount={balance} size="large" />
        )}
      </Balance>
      {balance !== undefined && (
        <PayoutForm
          balance={balance}
          waits={waits}
          accounts={query.data?.data.bank_accounts ?? []}
          onRequested={setRequested}
        />
      )}
    </>
  );
}

function Balance({ children }: { children: ReactNode }) {
  const { t } = useTranslation('transactions');
  return (
    <div className={classes.balance}>
      <p className={classes.label}>
        {t('payout.balance')} <Term name="payout" label={t('payout.title')} />
      </p>
      <div>{children}</div>
    </div>
  );
}

/** The rules are the screen's own (`money-out.ts`): they know the balance. */
const noSchema = z.looseObject({});

interface PayoutFormProps {
  balance: number;
  /** It needs approval. */
  waits: boolean;
  /** Where it may go, the account that receives settlements first. */
  accounts: readonly PayoutAccount[];
  onRequested: (requested: Requested) => void;
}

/** Stands for no account: it is collected with its code. */
const BY_CODE = 'code';

function PayoutForm({ balance, waits, accounts, onRequested }: PayoutFormProps) {
  const { t } = useTranslation(['transactions', 'common']);
  const { send } = useRequestPayout();
  const form = useContractForm(noSchema, {
    initialValues: {
      amount: '',
      bank_account_id: String(accounts.find((each) => each.receives_settlements)?.id ?? BY_CODE),
    },
    rules: ({ amount }) => ({ amount: payoutAmountError(amount, balance) }),
    submit: async ({ amount, bank_account_id: chosen }, { idempotencyKey }) => {
      const body = { amount: twoDecimals(amount), bank_account_id: chosen === BY_CODE ? null : chosen };
      onRequested((await send({ body, idempotencyKey })).data);
    },
    onError: (error) => {
      if (isAbort(error)) return true;
      // The account may have been changed meanwhile: it is said under its field.
      if (error instanceof ApiError && error.fieldErrors.bank_account_id) return false;
      const said = error instanceof ApiError && error.status === 422 ? error.body.error : undefined;
      if (typeof said === 'string' && said) form.setErrors({ amount: said });
      else if (error instanceof NetworkError || (error instanceof ApiError && error.message)) {
        notify.error(sentenceOf(error, t));
      } else notify.error(t('PayoutError'));
      return true;
    },
  });
  useFirstField(form.ref);
  return (
    <Form form={form} className={panel.form} label={t('payout.title')}>
      <MoneyInput
        {...form.field('amount')}
        withAsterisk
        label={t('column.amount')}
        description={t('payout.amountHelp')}
      />
      {accounts.length > 0 && (
        <NativeSelect
          {...form.field('bank_account_id')}
          label={t('payout.to')}
          description={t('payout.toHelp')}
          data={[
            ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: BY_CODE, label: t('payout.byCode') },
          ]}
        />
      )}
      {waits && <Waits>{t('payout.waits')}</Waits>}
      <div className={panel.buttons}>
        <SubmitButton form={form}>{t('payout.submit')}</SubmitButton>
        <LeaveButton />
      </div>
    </Form>
  );
}

function Redeem({ requested, onDone }: { requested: Requested; onDone: () => void }) {
  const { t } = useTranslation(['transactions', 'common']);
  const { code, bank_account: account } = requested;
  const hint = account ? 'payout.toAccount' : 'payout.keep';
  return (
    <>
      <div className={classes.done} role="status">
        <p className={classes.label}>{t(code === null ? 'payout.asked' : 'payout.code')}</p>
        {code !== null && (
          <>
            <bdi dir="ltr" className={classes.code}>
              {code}
            </bdi>
            <CopyButton value={code} label={t('payout.copy')} wide />
          </>
        )}
        <p className={classes.hint}>{t(code === null ? 'payout.askedText' : hint, { account })}</p>
      </div>
      <Balance>
        <Money amount={requested.available_balance} />
      </Balance>
      <div>
        <Button onClick={onDone}>{t('common:done')}</Button>
      </div>
    </>
  );
}
