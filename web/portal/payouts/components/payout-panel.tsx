import type { PayoutAccount } from '@daftar/contract/payouts';
import { Button, NativeSelect, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ApiError, isAbort, NetworkError, sentenceOf } from '../../../ui/errors.ts';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Money } from '../../../ui/money.tsx';
import { MoneyInput } from '../../../ui/money-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Term } from '../../../ui/term.tsx';
import { payoutPath, payoutsPath } from '../../paths/payouts.ts';
import { payoutAmountError, twoDecimals } from '../../shared/money-out.ts';
import panel from '../../shared/money-panel.module.css';
import { Panel, useFirstField, Waits } from '../../shared/money-panel.tsx';
import { useFreshBalance, useRequestPayout } from '../api.ts';
import classes from './payout-panel.module.css';

interface PayoutPanelProps {
  opened: boolean;
  onClose: () => void;
}

/** Requests a payout of the available balance, and shows its code. */
export function PayoutPanel({ opened, onClose }: PayoutPanelProps) {
  const { t } = useTranslation('payouts');
  return (
    <Panel opened={opened} onClose={onClose} title={t('request.title')}>
      <Payout onDone={onClose} />
    </Panel>
  );
}

interface Requested {
  /** Null while it waits for approval. */
  id: number | null;
  /** Null while it waits for approval. */
  code: string | null;
  available_balance: number;
  /** Where it goes; absent: it is collected with its code. */
  bank_account?: string | undefined;
}

function Payout({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['payouts', 'common']);
  const [requested, setRequested] = useState<Requested | null>(null);
  const query = useFreshBalance();
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
  const { t } = useTranslation('payouts');
  return (
    <div className={classes.balance}>
      <p className={classes.label}>
        {t('request.balance')} <Term name="payout" label={t('request.title')} />
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
  const { t } = useTranslation(['payouts', 'common']);
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
    <Form form={form} className={panel.form} label={t('request.title')}>
      <MoneyInput
        {...form.field('amount')}
        withAsterisk
        label={t('column.amount')}
        description={t('request.amountHelp')}
      />
      {accounts.length > 0 && (
        <NativeSelect
          {...form.field('bank_account_id')}
          label={t('request.to')}
          description={t('request.toHelp')}
          data={[
            ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: BY_CODE, label: t('request.byCode') },
          ]}
        />
      )}
      {waits && <Waits>{t('request.waits')}</Waits>}
      <div className={panel.buttons}>
        <SubmitButton form={form}>{t('request.submit')}</SubmitButton>
        <LeaveButton />
      </div>
    </Form>
  );
}

function Redeem({ requested, onDone }: { requested: Requested; onDone: () => void }) {
  const { t } = useTranslation(['payouts', 'common']);
  const { id, code, bank_account: account } = requested;
  const hint = account ? 'request.toAccount' : 'request.keep';
  return (
    <>
      <div className={classes.done} role="status">
        <p className={classes.label}>{t(code === null ? 'request.asked' : 'request.code')}</p>
        {code !== null && (
          <>
            <bdi dir="ltr" className={classes.code}>
              {code}
            </bdi>
            <CopyButton value={code} label={t('copy')} wide />
          </>
        )}
        <p className={classes.hint}>{t(code === null ? 'request.askedText' : hint, { account })}</p>
      </div>
      <Balance>
        <Money amount={requested.available_balance} />
      </Balance>
      <div className={panel.buttons}>
        <Button onClick={onDone}>{t('common:done')}</Button>
        <Button
          component={Link}
          to={id === null ? payoutsPath : payoutPath(id)}
          variant="default"
          onClick={onDone}
        >
          {t(id === null ? 'action.all' : 'action.open')}
        </Button>
      </div>
    </>
  );
}
