import type { ProcessorChange } from '@daftar/contract/ops-processors';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { processorPath } from '../../paths/processors.ts';
import { NameLink } from '../../shared/cells.tsx';
import { decideChange, useChanges } from '../api.ts';
import classes from '../processors.module.css';
import { useAccountFacts, useCheck, useNames } from './words.tsx';

/** The changes that wait for a second operator, of all accounts or one; nothing when none waits. */
export function WaitingChanges({ accountId }: { accountId?: number }) {
  const { t } = useTranslation('ops-processors');
  const all = useChanges().data?.data ?? [];
  const changes = all.filter(({ account }) => accountId === undefined || account?.id === accountId);
  if (changes.length === 0) return null;
  return (
    <Section title={t('changes')}>
      <ul className={classes.list} aria-label={t('changes')}>
        {changes.map((change) => (
          <li key={change.id} className={classes.card}>
            <Change change={change} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Change({ change }: { change: ProcessorChange }) {
  const { t } = useTranslation('ops-processors');
  const names = useNames();
  const factsOf = useAccountFacts();
  const check = useCheck();
  const locale = useLocale();
  const { id, kind, account, proposed, secrets, is_own } = change;
  const { name } = proposed;
  const decide = async (how: 'confirm' | 'decline' | 'withdraw') => {
    const agreed = await confirm({
      title: t(`${how}Title`, { name }),
      text: t(how === 'confirm' ? `confirmText.${kind}` : `${how}Text`),
      confirm: t(how),
      danger: how !== 'confirm',
    });
    if (agreed) await decideChange(id, how);
  };
  return (
    <>
      <div className={classes.head}>
        <h3>
          {t(`kind.${kind}`)}:{' '}
          {account ? <NameLink to={processorPath(account.id)}>{name}</NameLink> : <bdi>{name}</bdi>}
        </h3>
        <span className={classes.quiet}>
          <bdi>{change.asked_by}</bdi> · <DateText value={change.asked_at} />
        </span>
      </div>
      <Facts
        facts={[
          ...factsOf(proposed),
          {
            label: t('newSecrets'),
            value: secrets.map(names.credential).join(locale === 'ar' ? '، ' : ', '),
          },
        ]}
      />
      {is_own && <p className={classes.quiet}>{t('ownChange')}</p>}
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={() => void check('change', id)}>
          {t('checkCredentials')}
        </Button>
        {is_own ? (
          <Button variant="default" size="compact-sm" onClick={() => void decide('withdraw')}>
            {t('withdraw')}
          </Button>
        ) : (
          <>
            <Button color="red" variant="light" size="compact-sm" onClick={() => void decide('decline')}>
              {t('decline')}
            </Button>
            <Button size="compact-sm" onClick={() => void decide('confirm')}>
              {t('confirm')}
            </Button>
          </>
        )}
      </Group>
    </>
  );
}
