import type { PayoutDetails } from '@daftar/contract/payouts';
import { Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBuildingBank,
  IconCircleCheck,
  IconClockHour4,
  IconTicket,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { formatDate } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { accountTabPath } from '../../paths/account.ts';
import { newTicketPath } from '../../paths/tickets.ts';
import { NextBox } from '../../shared/next-box.tsx';
import { useCan, useMay } from '../../shared/permissions.ts';
import { TimeLeft, useNow } from '../../shared/time-left.tsx';
import { isBack, nextStepOf, type NextStep as Step } from '../next-step.ts';
import classes from './next-step.module.css';

const BACK = { tone: 'bad', icon: IconArrowBackUp } as const;
const GOOD = { tone: 'good', icon: IconCircleCheck } as const;

/** How each looks: to be done by the merchant, on its way, well ended, or come back. */
const LOOKS = {
  collect: { tone: 'todo', icon: IconTicket },
  over: { tone: 'wait', icon: IconClockHour4 },
  file: { tone: 'wait', icon: IconClockHour4 },
  sent: { tone: 'wait', icon: IconBuildingBank },
  transferred: GOOD,
  collected: GOOD,
  expired: BACK,
  refused: BACK,
  cameBack: BACK,
  returned: BACK,
} as const satisfies Record<Step, object>;

interface NextStepProps {
  payout: PayoutDetails;
  /** Asks for another payout. */
  onAgain: () => void;
}

/** What to do about a payout now: what the code is for and until when, where the money is, or why it came back. */
export function NextStep({ payout, onAgain }: NextStepProps) {
  const { t } = useTranslation('payouts');
  const can = useCan();
  const step = nextStepOf(payout, useNow());
  const canFix = (step === 'refused' || step === 'cameBack') && can('financial-settings');
  return (
    <NextBox
      {...LOOKS[step]}
      title={t(`next.${step}`)}
      label={t('next.title')}
      buttons={
        isBack(payout) && (
          <>
            <Button onClick={onAgain}>{t('action.again')}</Button>
            {canFix && (
              <Button component={Link} to={accountTabPath('financial')} variant="default">
                {t('action.account')}
              </Button>
            )}
          </>
        )
      }
    >
      {step === 'collect' ? <Collect payout={payout} /> : <Told payout={payout} step={step} />}
    </NextBox>
  );
}

function Collect({ payout: { code, expires_at } }: { payout: PayoutDetails }) {
  const { t } = useTranslation('payouts');
  const locale = useLocale();
  const mayAsk = useMay()('create-ticket');
  return (
    <>
      <div className={classes.codeLine}>
        <bdi dir="ltr" className={classes.code}>
          {code}
        </bdi>
        <CopyButton value={code} label={t('copy')} wide />
        {expires_at && (
          <strong className={classes.left}>
            <TimeLeft until={expires_at} />
          </strong>
        )}
      </div>
      <ul className={classes.list}>
        {expires_at && <li>{t('next.collect.until', { date: formatDate(expires_at, locale) })}</li>}
        <li>{t('next.collect.secret')}</li>
        {mayAsk && (
          <li>
            {t('next.collect.where')} <Link to={newTicketPath}>{t('next.collect.ask')}</Link>
          </li>
        )}
      </ul>
    </>
  );
}

function Told({ payout, step }: { payout: PayoutDetails; step: Exclude<Step, 'collect'> }) {
  const { t } = useTranslation('payouts');
  const locale = useLocale();
  const { bank_account: account, bank_reference: reference, finished_at, sent_at, reason } = payout;
  const date = formatDate((step === 'sent' ? sent_at : finished_at) ?? payout.created_at, locale);
  return (
    <>
      {reason && (
        <p>
          <strong>{t('next.reason')}</strong> <bdi>{reason}</bdi>
        </p>
      )}
      <p>{t(`next.${step}.text`, { account: isolated(account), reference: isolated(reference), date })}</p>
    </>
  );
}

/** Keeps the order of a name of Latin letters and digits within a sentence of either direction. */
const isolated = (text: string | null) => (text === null ? '' : `\u2068${text}\u2069`);
