import { type BankHoliday, BankHolidayForm } from '@daftar/contract/ops-platform';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { DayInput } from '../../../ui/day-input.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatDate } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { WholeList } from '../../../ui/whole-list.tsx';
import { useMay } from '../../shared/operator.ts';
import { removeBankHoliday, saveBankHoliday, useBankHolidays } from '../api.ts';
import classes from './rates.module.css';

/** Bank holidays, without weekends. */
export function Holidays() {
  const { t } = useTranslation('ops-rates');
  const locale = useLocale();
  const may = useMay();
  const query = useBankHolidays();
  const holidays = query.data?.data;
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const remove = async (holiday: BankHoliday) => {
    const day = formatDate(`${holiday.day}T12:00:00Z`, locale, 'date');
    const agreed = await confirm({
      title: t('holidays.removeTitle', { day }),
      text: t('holidays.removeText'),
      confirm: t('holidays.remove'),
      danger: true,
    });
    if (agreed) await removeBankHoliday(holiday);
  };
  return (
    <Section title={t('holidays.title')}>
      {may('ops:reference-data') && <AddHoliday />}
      {query.error && !holidays ? (
        <ErrorBox error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <WholeList
          title={t('holidays.title')}
          rows={holidays ?? []}
          textOf={({ day, name_en, name_ar }) => [
            name_en,
            name_ar,
            formatDate(`${day}T12:00:00Z`, locale, 'date'),
          ]}
        >
          {(found) => (
            <ul className={classes.list} aria-label={t('holidays.title')} aria-busy={!holidays}>
              {!holidays && <Skeleton width="60%" />}
              {holidays?.length === 0 && <li className={classes.row}>{t('holidays.empty')}</li>}
              {found.map((holiday) => (
                <li key={holiday.day} className={classes.row}>
                  <span className={classes.figure}>
                    {formatDate(`${holiday.day}T12:00:00Z`, locale, 'date')}
                  </span>
                  <bdi>{locale === 'ar' ? holiday.name_ar : holiday.name_en}</bdi>
                  {may('ops:reference-data') && holiday.day >= today && (
                    <ActionIcon
                      variant="subtle"
                      color="red"
                      size={36}
                      aria-label={t('holidays.removeOf', {
                        name: locale === 'ar' ? holiday.name_ar : holiday.name_en,
                      })}
                      onClick={() => void remove(holiday)}
                    >
                      <IconTrash size={18} aria-hidden />
                    </ActionIcon>
                  )}
                </li>
              ))}
            </ul>
          )}
        </WholeList>
      )}
    </Section>
  );
}

function AddHoliday() {
  const { t } = useTranslation('ops-rates');
  const form = useContractForm<BankHoliday & Record<string, unknown>>(BankHolidayForm, {
    initialValues: { day: '', name_en: '', name_ar: '' },
    submit: async (body) => {
      const { message } = await saveBankHoliday(body);
      notify.success(message);
      form.reset();
    },
  });
  return (
    <Form form={form} className={classes.form}>
      <DayInput
        required
        label={t('holidays.day')}
        value={form.values.day}
        onChange={(day) => form.set('day', day)}
        error={form.errors.day}
      />
      <TextInput {...form.field('name_en')} withAsterisk label={t('holidays.nameEn')} dir="ltr" />
      <TextInput {...form.field('name_ar')} withAsterisk label={t('holidays.nameAr')} dir="rtl" />
      <SubmitButton form={form}>{t('holidays.add')}</SubmitButton>
    </Form>
  );
}
