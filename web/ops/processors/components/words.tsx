/** How accounts at processors are called and shown. */
import type { NotificationState, ProcessorAccount, ProcessorCheck } from '@daftar/contract/ops-processors';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { Fact } from '../../../ui/detail-page.tsx';
import { sentenceOf } from '../../../ui/errors.ts';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { textKey, textOf } from '../../../ui/text-key.ts';
import { MerchantLink } from '../../shared/cells.tsx';
import { checkCredentials } from '../api.ts';
import classes from '../processors.module.css';

/** Names of adapters, their credentials and secrets; what has no name of ours is shown as it is called. */
export function useNames() {
  const { t } = useTranslation('ops-processors');
  const named = (prefix: 'adapter.' | 'credential.', name: string) =>
    t(textKey(prefix, name), { defaultValue: name });
  return {
    adapter: (name: string) => named('adapter.', name),
    credential: (name: string) =>
      name === 'notification_secret' ? t('notificationSecret') : named('credential.', name),
  };
}

const STATE_KINDS: Readonly<Record<NotificationState, StatusKind>> = {
  received: 'pending',
  processed: 'success',
  forged: 'fail',
  'not-understood': 'fail',
  unmatched: 'open',
  failed: 'fail',
};

/** What became of a notification. */
export function NotificationStatus({ state }: { state: NotificationState }) {
  const { t } = useTranslation('ops-processors');
  return <StatusChip kind={STATE_KINDS[state]}>{t(`notificationState.${state}`)}</StatusChip>;
}

/** Whether an account takes payments. */
export function AccountStatus({ state }: { state: ProcessorAccount['state'] }) {
  const { t } = useTranslation('ops-processors');
  return <StatusChip kind={state === 'on' ? 'success' : 'closed'}>{t(`state.${state}`)}</StatusChip>;
}

/** An address of ours to be registered at the processor. */
export function NotificationAddress({ url }: { url: string }) {
  const { t } = useTranslation('ops-processors');
  return (
    <span className={classes.address}>
      <bdi dir="ltr">{url}</bdi>
      <CopyButton value={url} label={t('copyAddress')} />
    </span>
  );
}

/** What an account is. */
export function useAccountFacts(): (account: ProcessorAccount) => Fact[] {
  const { t } = useTranslation(['ops-processors', 'ops', 'messages']);
  const names = useNames();
  const locale = useLocale();
  return (account) => [
    { label: t('processor'), value: <bdi>{names.adapter(account.adapter)}</bdi> },
    { label: t('ops:filter.mode'), value: t(`ops:mode.${account.mode}`) },
    {
      label: t('scope'),
      value: account.merchant ? <MerchantLink merchant={account.merchant} /> : t('everyMerchant'),
    },
    {
      label: t('methods'),
      value: account.methods
        .map((code) => textOf(t, 'messages:paymentMethod.', code))
        .join(locale === 'ar' ? '، ' : ', '),
    },
    { label: t('priority'), value: formatNumber(account.priority, locale) },
    { label: t('baseUrl'), value: <bdi dir="ltr">{account.base_url}</bdi> },
    ...Object.entries(account.credentials)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ label: names.credential(name), value: <bdi dir="ltr">{value}</bdi> })),
  ];
}

/** Checks credentials with a call to the processor, and says what it found. */
export function useCheck(): (id: number) => Promise<void> {
  const { t } = useTranslation('ops-processors');
  const { t: common } = useTranslation('common');
  const say = ({ result, explanation }: ProcessorCheck) => {
    if (result === 'works' && explanation === '') notify.success(t('check.works'));
    else if (result === 'works')
      notify.info(t('check.partly', { explanation: `\u2066${explanation}\u2069` }));
    // The explanation is in English: isolated, it stays in order within Arabic.
    else notify.error(t(`check.${result}`, { explanation: `\u2066${explanation}\u2069` }));
  };
  return async (id) => {
    try {
      say(await checkCredentials(id));
    } catch (error) {
      notify.error(sentenceOf(error, common));
    }
  };
}
