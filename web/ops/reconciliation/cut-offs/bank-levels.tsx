import { type BankCutOffFigures, isBalanceExplained } from '@daftar/contract/ops-cut-offs';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { Level, plain, useCounted } from './levels.tsx';
import { noonOf } from './list-page.tsx';

/** The two levels of a report of a bank account: its balance, and what each line is about. */
export function BankLevels({ figures, day }: { figures: BankCutOffFigures; day: string }) {
  const { t } = useTranslation('ops-cut-offs');
  const counted = useCounted();
  const { balance, lines, accounts } = figures;
  return (
    <>
      <Level
        title={t('level.balance')}
        isExplained={isBalanceExplained(figures, day)}
        facts={[
          plain(t('bank.opening'), balance.opening),
          ...(balance.late === 0 ? [] : [plain(t('figure.late'), balance.late)]),
          counted(t('bank.credits'), balance.credits),
          counted(t('bank.debits'), balance.debits),
          plain(t('bank.closing'), balance.closing),
          {
            label: t('bank.coveredUntil'),
            value: balance.covered_until ? (
              <DateText value={noonOf(balance.covered_until)} style="date" />
            ) : (
              t('bank.notCovered')
            ),
          },
          plain(t('figure.difference'), balance.difference),
        ]}
      />
      <Level
        title={t('level.bankLines')}
        isExplained={lines.unexplained.count === 0}
        facts={[
          counted(t('bank.all'), lines.all),
          counted(t('bank.batches'), lines.batches),
          ...accounts.map(({ name, ...sum }) => counted(t('bank.ofAccount', { name }), sum)),
          counted(t('bank.transfers'), lines.transfers),
          counted(t('reason.closed'), lines.closed),
          counted(t('reason.written_off'), lines.written_off),
          counted(t('reason.break'), lines.open),
          counted(t('bank.unknown'), lines.unknown),
          counted(t('bank.earlier'), figures.earlier),
          counted(t('figure.unexplained'), lines.unexplained),
        ]}
      />
      <Section title={t('also')}>
        <Facts
          facts={[
            counted(t('bank.notBooked'), figures.not_booked),
            counted(t('figure.breaks'), figures.breaks),
            counted(t('figure.nobodys'), figures.nobodys),
            counted(t('figure.writtenOff'), figures.written_off),
            counted(t('figure.takenBack'), figures.taken_back),
          ]}
        />
      </Section>
    </>
  );
}
