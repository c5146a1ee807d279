import type { ApprovalFact, ApprovalValue } from '@daftar/contract/ops-approvals';
import { isDay } from '@daftar/contract/paging';
import { useTranslation } from 'react-i18next';
import { ChangesTable } from '../../../ui/changes-table.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { formatDate, formatMoney, formatNumber, formatPercent } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { textKey, textOf } from '../../../ui/text-key.ts';
import { NameLink } from '../../shared/cells.tsx';
import { References } from '../../shared/references.tsx';
import { useSubjectPath } from '../../shared/subject-link.tsx';

type Words = Extract<ApprovalValue, { is: 'words' }>['of'];

/** Facts that are a day. */
const DAYS: ReadonlySet<string> = new Set(['day', 'lastDay']);

/** The words of a code. */
function useWords(): (of: Words, code: string) => string {
  const { t } = useTranslation(['ops-approvals', 'ops-processors', 'ops', 'messages']);
  return (of, code) => {
    if (of === 'method') return textOf(t, 'messages:paymentMethod.', code);
    if (of === 'mode') return t(textKey('ops:mode.', code));
    if (of === 'scope') return t('ops-processors:everyMerchant');
    if (of === 'change') return t(textKey('ops-processors:kind.', code));
    if (of === 'adapter') return t(textKey('ops-processors:adapter.', code), { defaultValue: code });
    if (of === 'usual') return t('usual');
    if (of === 'limit') return t('noLimit');
    if (of === 'waiting') return t(textKey('ops-processors:refund.why.', code));
    if (code === 'notification_secret') return t('ops-processors:notificationSecret');
    return t(textKey('ops-processors:credential.', code), { defaultValue: code });
  };
}

/** What is told, linked where it names something. */
function Told({ value, text }: { value: ApprovalValue | null; text: string }) {
  const pathOf = useSubjectPath();
  const subject = value?.is === 'text' ? value.subject : undefined;
  const to = subject && pathOf({ subject, merchant: null, mode: null });
  return to ? <NameLink to={to}>{text}</NameLink> : <References text={text} />;
}

/** What would change, with the values before and after, and what else is told of it. */
export function ApprovalFacts({ facts }: { facts: readonly ApprovalFact[] }) {
  const { t } = useTranslation(['ops-approvals', 'ops-ledger', 'ops-processors', 'messages']);
  const words = useWords();
  const locale = useLocale();
  const labelOf = ({ name, of }: ApprovalFact) => {
    if (name === 'rate') return textOf(t, 'messages:paymentMethod.', of ?? '');
    if (name === 'posting') return t(textKey('ops-ledger:account.', of ?? ''));
    if (name === 'credential') return words('credential', of ?? '');
    return t(textKey('ops-approvals:fact.', name));
  };
  /** Days and counts are told as the server keeps them. */
  const textOfFact = (name: string, text: string) => {
    if (name === 'transfers') return formatNumber(Number(text), locale);
    return DAYS.has(name) && isDay(text) ? formatDate(`${text}T12:00:00Z`, locale, 'date') : text;
  };
  const said = (name: string, value: ApprovalValue | null): string | null => {
    if (value === null) return null;
    if (value.is === 'text') return textOfFact(name, value.text);
    if (value.is === 'amount') return formatMoney(value.amount, 'EGP', locale);
    if (value.is === 'rate') {
      const rate = `${formatPercent(value.rate, locale)} + ${formatMoney(value.fixed, 'EGP', locale)}`;
      return value.is_usual ? t('usualRate', { rate }) : rate;
    }
    if (value.is === 'share') {
      const { share, days } = value;
      if (share === 0) return t('noReserve');
      const number = formatNumber(days, locale);
      return t('shareFor', { share: formatPercent(share, locale), count: days, number });
    }
    return value.codes.map((code) => words(value.of, code)).join(locale === 'ar' ? '، ' : ', ');
  };
  const changed = facts.filter(({ before }) => before !== null);
  const told = facts.filter(({ name, before, after }) => before === null && said(name, after) !== '');
  return (
    <>
      {changed.length > 0 && (
        <ChangesTable
          title={t('changes')}
          changes={changed.map((fact) => ({
            field: labelOf(fact),
            before: said(fact.name, fact.before),
            after: said(fact.name, fact.after),
          }))}
        />
      )}
      {told.length > 0 && (
        <Section title={t('told')}>
          <Facts
            facts={told.map((fact) => ({
              label: labelOf(fact),
              value: <Told value={fact.after} text={said(fact.name, fact.after) ?? ''} />,
            }))}
          />
        </Section>
      )}
    </>
  );
}
