import type { BankAccountOfOurs } from '@daftar/contract/ops-bank-transfer-accounts';
import { OwnPassword } from '@daftar/contract/step-up';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/detail-page.tsx';
import { inFours } from '../../../ui/format.ts';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { WholeList } from '../../../ui/whole-list.tsx';
import { useAsk } from '../../shared/ask.tsx';
import { useMay } from '../../shared/operator.ts';
import { ownAccountLabel } from '../../shared/own-account.ts';
import { retireAccount } from '../api.ts';
import classes from '../bank-transfers.module.css';
import { AccountForm } from './account-form.tsx';
import { OptionsForm } from './options-form.tsx';

/** The provider's accounts from which merchants are paid. */
export function AccountsOfOurs({ accounts }: { accounts: readonly BankAccountOfOurs[] }) {
  const { t } = useTranslation(['ops-bank-transfers', 'ops']);
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const [changed, setChanged] = useState<BankAccountOfOurs | null>(null);
  const inUse = accounts.filter(({ state }) => state === 'on');
  const { ask, dialog } = useAsk();
  const retire = (account: BankAccountOfOurs) =>
    ask({
      title: t('retireTitle', { name: ownAccountLabel(account) }),
      text: t('retireText'),
      schema: OwnPassword,
      fields: [
        {
          name: 'current_password',
          label: t('ops:ownPassword'),
          kind: 'password',
          help: t('ownPasswordHelp'),
        },
      ],
      submit: t('retire'),
      danger: true,
      send: (body) => retireAccount(account.id, body),
    });
  return (
    <Section
      title={t('accounts')}
      actions={
        may('ops:settlements') && (
          <Button variant="default" size="compact-sm" onClick={() => setAdding(true)}>
            {t('addAccount')}
          </Button>
        )
      }
    >
      {inUse.length === 0 ? (
        <p className={classes.quiet}>{t('noAccounts')}</p>
      ) : (
        <WholeList
          title={t('accounts')}
          rows={inUse}
          textOf={({ name, bank_name, iban, format }) => [
            name,
            bank_name,
            iban,
            inFours(iban),
            t(`format.${format}`),
          ]}
        >
          {(found) => (
            <ul className={classes.accounts} aria-label={t('accounts')}>
              {found.map((account) => (
                <li key={account.id} className={classes.account}>
                  <span className={classes.lines}>
                    <bdi>
                      {account.name} · {account.bank_name}
                    </bdi>
                    <bdi dir="ltr" className={classes.number}>
                      {inFours(account.iban)}
                    </bdi>
                    <span className={classes.quiet}>{t(`format.${account.format}`)}</span>
                  </span>
                  {may('ops:settlements') && (
                    <Group gap="xs">
                      <Button variant="default" size="compact-sm" onClick={() => setChanged(account)}>
                        {t('options')}
                      </Button>
                      <Button variant="default" size="compact-sm" onClick={() => retire(account)}>
                        {t('retire')}
                      </Button>
                    </Group>
                  )}
                </li>
              ))}
            </ul>
          )}
        </WholeList>
      )}
      <SideDrawer opened={changed !== null} onClose={() => setChanged(null)} title={t('options')} width={32}>
        {changed && <OptionsForm account={changed} onDone={() => setChanged(null)} />}
      </SideDrawer>
      <SideDrawer opened={adding} onClose={() => setAdding(false)} title={t('addAccount')} width={32}>
        <AccountForm onDone={() => setAdding(false)} />
      </SideDrawer>
      {dialog}
    </Section>
  );
}
