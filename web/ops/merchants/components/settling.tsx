import {
  MONTHLY_DAYS_MOST,
  type OpsMerchant,
  ReasonForm,
  ScheduleForm,
  SETTLEMENT_SCHEDULES,
  WEEKLY_DAYS,
} from '@daftar/contract/ops-merchants';
import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { type Locale, useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { useAsk } from '../../shared/ask.tsx';
import { useMay } from '../../shared/operator.ts';
import { References } from '../../shared/references.tsx';
import { UnlessWaits } from '../../shared/waiting.tsx';
import { askToRelease, holdSettlements, saveSchedule } from '../api.ts';
import classes from './terms.module.css';

/** The name of a weekday, 0 for Sunday. */
function weekday(day: number, locale: Locale): string {
  // 1 February 2026 is a Sunday.
  const date = new Date(Date.UTC(2026, 1, 1 + day));
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(date);
}

/** The merchant's settlement schedule and hold. */
export function Settling({ merchant }: { merchant: OpsMerchant }) {
  const { t } = useTranslation(['ops-merchants', 'ops']);
  const locale = useLocale();
  const may = useMay();
  const [editing, setEditing] = useState(false);
  const { ask, dialog } = useAsk();
  const { schedule, day, held_at, hold_reason, rests_until } = merchant.settlement;
  const hold = () =>
    ask({
      title: t('settling.holdTitle', { name: merchant.name }),
      text: t('settling.holdText'),
      schema: ReasonForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('settling.hold'),
      danger: true,
      send: (values) => holdSettlements(merchant.id, values),
    });
  const release = () =>
    ask({
      title: t('settling.releaseTitle', { name: merchant.name }),
      text: `${t('settling.releaseText')} ${t('ops:askApprovalText')}`,
      schema: ReasonForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('ops:askApproval'),
      send: (values) => askToRelease(merchant.id, values),
    });
  const said = {
    daily: t('schedule.daily'),
    weekly: t('schedule.weeklyOn', { day: weekday(day ?? 0, locale) }),
    monthly: t('schedule.monthlyOn', { day: formatNumber(day ?? 1, locale) }),
  }[schedule];
  return (
    <Section
      title={t('settling.title')}
      actions={
        <Group gap="xs">
          {may('ops:terms') && !editing && (
            <Button variant="default" size="compact-sm" onClick={() => setEditing(true)}>
              {t('ops:edit')}
            </Button>
          )}
          {may('ops:settlements') &&
            (held_at ? (
              <UnlessWaits kind="settlement-release" subject={`merchant:${merchant.id}`} size="compact-sm">
                <Button size="compact-sm" onClick={release}>
                  {t('settling.release')}
                </Button>
              </UnlessWaits>
            ) : (
              <Button color="red" variant="light" size="compact-sm" onClick={hold}>
                {t('settling.hold')}
              </Button>
            ))}
        </Group>
      }
    >
      {editing ? (
        <ScheduleEditor merchant={merchant} onDone={() => setEditing(false)} />
      ) : (
        <Facts
          facts={[
            { label: t('settling.schedule'), value: said },
            { label: t('settling.heldSince'), value: held_at && <DateText value={held_at} /> },
            { label: t('ops:reason'), value: hold_reason && <References text={hold_reason} /> },
            { label: t('settling.restsUntil'), value: rests_until && <DateText value={rests_until} /> },
          ]}
        />
      )}
      {dialog}
    </Section>
  );
}

function ScheduleEditor({ merchant, onDone }: { merchant: OpsMerchant; onDone: () => void }) {
  const { t } = useTranslation(['ops-merchants', 'ops', 'common']);
  const locale = useLocale();
  const { schedule, day } = merchant.settlement;
  const form = useContractForm<{ schedule: string; day: string }>(ScheduleForm, {
    initialValues: { schedule, day: day === null ? '' : String(day) },
    submit: async (values) => {
      const { message } = await saveSchedule(
        merchant.id,
        values as { schedule: OpsMerchant['settlement']['schedule']; day: string },
      );
      notify.success(message);
      onDone();
    },
    toInput: ({ schedule: chosen, day: typed }) => ({
      schedule: chosen,
      ...(chosen === 'daily' ? {} : { day: typed }),
    }),
  });
  const isWeekly = form.values.schedule === 'weekly';
  const days = isWeekly
    ? WEEKLY_DAYS.map((each) => ({ value: String(each), label: weekday(each, locale) }))
    : Array.from({ length: MONTHLY_DAYS_MOST }, (_, place) => ({
        value: String(place + 1),
        label: formatNumber(place + 1, locale),
      }));
  return (
    <Form form={form} className={classes.editor}>
      <p className={classes.help}>{t('settling.help')}</p>
      <NativeSelect
        {...form.field('schedule')}
        label={t('settling.schedule')}
        data={SETTLEMENT_SCHEDULES.map((each) => ({ value: each, label: t(`schedule.${each}`) }))}
        onChange={(event) => form.setAll({ schedule: event.currentTarget.value, day: '' })}
      />
      {form.values.schedule !== 'daily' && (
        <NativeSelect
          {...form.field('day')}
          label={t('settling.day')}
          data={[{ value: '', label: t('ops:choose') }, ...days]}
        />
      )}
      <Group>
        <SubmitButton form={form}>{t('common:save')}</SubmitButton>
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
      </Group>
    </Form>
  );
}
