import type { ChargebackDetails } from '@daftar/contract/chargebacks';
import {
  IconCircleCheck,
  IconCircleX,
  IconClockHour4,
  IconGavel,
  IconMessageReply,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { NextBox } from '../../shared/next-box.tsx';
import { TimeLeft, useNow } from '../../shared/time-left.tsx';
import { daysLeft } from '../due.ts';
import type { Situation } from '../situation.ts';
import classes from './detail.module.css';

const LOOKS = {
  respond: { tone: 'todo', icon: IconMessageReply },
  responded: { tone: 'wait', icon: IconClockHour4 },
  deciding: { tone: 'wait', icon: IconGavel },
  unanswered: { tone: 'wait', icon: IconGavel },
  lost: { tone: 'bad', icon: IconCircleX },
  won: { tone: 'good', icon: IconCircleCheck },
} as const satisfies Record<Situation, object>;

/** With so few days left the deadline is told by colour as well. */
const SOON_DAYS = 3;

interface SituationBoxProps {
  row: ChargebackDetails;
  situation: Situation;
}

/** Until when the merchant may respond, or how it ended, in words. */
export function SituationBox({ row, situation }: SituationBoxProps) {
  const { t } = useTranslation('chargebacks');
  const locale = useLocale();
  const isOpen = situation === 'respond' || situation === 'responded';
  const now = useNow();
  const isSoon = situation === 'respond' && daysLeft(row.due_date, now) < SOON_DAYS;
  const date = formatDate(row.decided_at && !isOpen ? row.decided_at : row.due_date, locale);
  return (
    <NextBox {...LOOKS[situation]} title={t(`situation.${situation}`)} label={t('situation.title')}>
      <p>{t(`situation.${situation}.text`, { date })}</p>
      {isOpen && (
        <p className={classes.left} data-soon={isSoon || undefined}>
          <TimeLeft until={row.due_date} />
        </p>
      )}
    </NextBox>
  );
}
