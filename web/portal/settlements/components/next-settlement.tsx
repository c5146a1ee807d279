import type { NextSettlement as Next } from '@daftar/contract/settlements';
import { Anchor } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { type Locale, useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { type Stat, StatCards } from '../../../ui/stat-card.tsx';
import { usePhone } from '../../../ui/use-phone.ts';
import { accountTabPath } from '../../paths/account.ts';
import { reservePath } from '../../paths/reserve.ts';
import { useCan } from '../../shared/permissions.ts';
import { useNextSettlement } from '../api.ts';

/** The next settlement's date, amount and destination, above the list. */
export function NextSettlement() {
  const { t } = useTranslation('settlements');
  const locale = useLocale();
  const mayChoose = useCan()('financial-settings');
  const { data: answer, error, refetch } = useNextSettlement();
  const isPhone = usePhone();
  return (
    <StatCards
      label={t('next.title')}
      count={3}
      isBrief
      isWide
      stats={answer && cardsOf(t, locale, answer.data, { mayChoose, isPhone })}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

function cardsOf(
  t: TFunction<'settlements'>,
  locale: Locale,
  next: Next | null,
  { mayChoose, isPhone }: { mayChoose: boolean; isPhone: boolean },
): Stat[] {
  if (!next) return [{ label: t('next.title'), value: t('next.none'), note: t('next.noneText') }];
  const { currency, total_transactions, bank_account, bank_amount, reserved_amount } = next;
  // In whole piastres, because pounds are fractions.
  const amount = Math.round((next.amount - reserved_amount) * 100) / 100;
  return [
    next.is_held
      ? { label: t('next.title'), value: t('next.held'), note: t('next.heldText') }
      : {
          label: t('next.title'),
          help: 'settlement-date',
          value: <DateText value={next.date} style="weekday" />,
          note: next.rests_until ? (
            <>
              {t('next.rests')} <DateText value={next.rests_until} />
            </>
          ) : (
            // Its term says so too, where there is less room.
            !isPhone && t('next.dateText')
          ),
        },
    {
      label: t('next.amount'),
      help: 'settlement',
      value: <Money amount={amount} currency={currency} />,
      note: (
        <>
          <div>
            {t('next.amountText', {
              count: total_transactions,
              number: formatNumber(total_transactions, locale),
            })}
          </div>
          {reserved_amount > 0 && (
            <div>
              <Anchor component={Link} to={reservePath} inherit>
                {t('reserve.ofNext', { amount: formatMoney(reserved_amount, currency, locale) })}
              </Anchor>
            </div>
          )}
        </>
      ),
    },
    {
      label: t('next.bank'),
      value: bank_account === null ? t('bank.balance') : <bdi>{bank_account}</bdi>,
      note: (mayChoose || bank_account !== null) && (
        <>
          {bank_account !== null && bank_amount < amount && (
            <div>{t('next.part', { amount: formatMoney(bank_amount, currency, locale) })}</div>
          )}
          {mayChoose && (
            <Anchor component={Link} to={accountTabPath('financial')} inherit>
              {t('next.change')}
            </Anchor>
          )}
        </>
      ),
    },
  ];
}
