import type { BankAccount } from '@daftar/contract/bank-accounts';
import { Button, Switch } from '@mantine/core';
import { IconBuildingBank, IconFile, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { DateText } from '../../../ui/date.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { sentenceOf } from '../../../ui/errors.ts';
import { inFours } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';
import { openedLater } from '../../../ui/opened-later.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { useOverlay } from '../../../ui/use-overlay.ts';
import { stepUp } from '../../auth/index.ts';
import { useMay } from '../../shared/permissions.ts';
import { useAction } from '../../shared/use-action.ts';
import { saveDocument, useBankAccounts, useDeleteBankAccount, useToggleReceiving } from '../api.ts';
import { Loaded } from '../components/loaded.tsx';
import classes from '../components/parts.module.css';

const BankAccountDrawer = openedLater(() =>
  import('../components/bank-account-drawer.tsx').then((part) => part.BankAccountDrawer),
);

/** The merchant's bank accounts, and which of them receives settlements. */
export function FinancialTab() {
  const { t } = useTranslation('account');
  const may = useMay();
  const query = useBankAccounts();
  const { shown, open: show, props, serial } = useOverlay<BankAccount | null>();
  const add = may('add-bank-account') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => show(null)}>
      {t('bank.add')}
    </Button>
  );
  return (
    <div className={classes.cards}>
      <div className={classes.head}>
        <p className={classes.help}>{t('bank.help')}</p>
        {(query.data?.data.length ?? 0) > 0 && add}
      </div>
      <Loaded query={query}>
        {(accounts) =>
          accounts.length === 0 ? (
            <EmptyState
              icon={IconBuildingBank}
              title={t('bank.empty')}
              text={t('bank.emptyText')}
              action={add}
            />
          ) : (
            accounts.map((account) => (
              <AccountCard key={account.bankAccountId} account={account} onEdit={() => show(account)} />
            ))
          )
        }
      </Loaded>
      {shown && <BankAccountDrawer key={serial} account={shown.subject} {...props} />}
    </div>
  );
}

function AccountCard({ account, onEdit }: { account: BankAccount; onEdit: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const may = useMay();
  const { bankAccountId } = account;
  const { send: toggleReceiving } = useToggleReceiving();
  const { send: deleteAccount } = useDeleteBankAccount();
  const name = `${account.bankName} · ${account.bankAccountName}`;
  const toggle = useAction(() => {
    const question = {
      title: t('bank.proveTitle'),
      text: t(account.receiveSettlements ? 'bank.proveStop' : 'bank.proveText'),
      submit: t(account.receiveSettlements ? 'bank.stop' : 'bank.choose'),
    };
    return stepUp(question, (proof) => toggleReceiving({ body: { bankAccountId, ...proof } }));
  });
  const remove = useAction(async () => {
    if (account.receiveSettlements) {
      const question = {
        title: t('bank.deleteTitle', { name: account.bankName }),
        text: t('bank.proveDelete'),
        submit: t('bank.delete'),
        danger: true,
      };
      return stepUp(question, (body) => deleteAccount({ query: { bankAccountId }, body }));
    }
    const agreed = await confirm({
      title: t('bank.deleteTitle', { name: account.bankName }),
      text: t('bank.deleteText'),
      confirm: t('bank.delete'),
      danger: true,
    });
    if (!agreed) throw new DOMException('', 'AbortError');
    return deleteAccount({ query: { bankAccountId }, body: {} });
  });
  const busy = toggle.isPending || remove.isPending;
  const openDocument = async () => {
    try {
      await saveDocument(account.optionalDocument);
    } catch (error) {
      notify.error(sentenceOf(error, t));
    }
  };
  const facts = [
    { label: t('bank.holder'), value: account.bankAccountName, isText: true },
    { label: t('bank.latinName'), value: account.latinName },
    { label: t('bank.town'), value: account.town },
    { label: t('bank.number'), value: account.bankAccountNumber },
    { label: t('bank.branch'), value: account.bankBranch, isText: true },
    { label: t('bank.iban'), value: inFours(account.iban), isLong: true },
    { label: t('bank.swift'), value: account.swift, isLong: true },
  ];
  return (
    <article className={classes.card} aria-label={name}>
      <div className={classes.head}>
        <h2 className={classes.cardTitle}>
          <bdi>{account.bankName}</bdi>
        </h2>
        <Switch
          label={t('bank.receive')}
          checked={account.receiveSettlements}
          disabled={busy || !may('edit-bank-account')}
          onChange={() => void toggle.run()}
        />
      </div>
      {account.settlementsFrom && (
        <p className={classes.help}>
          <StatusChip kind="pending">{t('bank.rests')}</StatusChip> {t('bank.restsUntil')}{' '}
          <DateText value={account.settlementsFrom} />
        </p>
      )}
      {account.changeWaits && (
        <p className={classes.help}>
          <StatusChip kind="pending">{t('bank.changeWaits')}</StatusChip>
        </p>
      )}
      <dl className={classes.facts}>
        {facts
          .filter(({ value }) => value !== '')
          .map(({ label, value, isText, isLong }) => (
            <div key={label} data-long={isLong}>
              <dt>{label}</dt>
              <dd>{isText ? <bdi>{value}</bdi> : <bdi dir="ltr">{value}</bdi>}</dd>
            </div>
          ))}
      </dl>
      {account.optionalDocument !== '' && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconFile size={14} aria-hidden />}
            onClick={() => void openDocument()}
          >
            {t('bank.documentOpen')}
          </Button>
        </div>
      )}
      {(may('edit-bank-account') || may('detele-bank-account')) && (
        <div className={classes.buttons}>
          {may('edit-bank-account') && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPencil size={14} aria-hidden />}
              onClick={onEdit}
              aria-label={t('bank.editNamed', { name })}
            >
              {t('bank.edit')}
            </Button>
          )}
          {may('detele-bank-account') && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconTrash size={14} aria-hidden />}
              disabled={busy}
              onClick={() => void remove.run()}
              aria-label={t('bank.deleteNamed', { name })}
            >
              {t('bank.delete')}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}
