import {
  mayReport,
  REPORT_KINDS,
  REPORT_LISTS,
  REPORT_RHYTHMS,
  type Report,
  ReportForm,
  type ReportKind,
  type ReportList,
  type Reports,
  RHYTHM_OF,
} from '@daftar/contract/reports';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ContractForm, Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatHour, formatNumber, formatWeekday } from '../../../ui/format.ts';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { useCan } from '../../shared/permissions.ts';
import { useCreateReport, useUpdateReport, useViewsOf } from '../api.ts';
import { emptyReport, payloadOf, type ReportValues, valuesOf, withKind, withView } from '../form-values.ts';
import classes from '../reports.module.css';

interface ReportDrawerProps {
  /** Null for a new one. */
  report: Report | null;
  members: Reports['members'];
  opened: boolean;
  onClose: () => void;
}

/** Makes or changes a report. */
export function ReportDrawer({ report, members, opened, onClose }: ReportDrawerProps) {
  const { t } = useTranslation('reports');
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t(report ? 'form.edit' : 'form.new')} width={32}>
      <ReportFields report={report} members={members} onDone={onClose} />
    </SideDrawer>
  );
}

const LISTS = Object.keys(REPORT_LISTS) as ReportList[];
const count = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

function ReportFields({
  report,
  members,
  onDone,
}: Omit<ReportDrawerProps, 'opened' | 'onClose'> & { onDone: () => void }) {
  const { t } = useTranslation(['reports', 'common']);
  const locale = useLocale();
  const can = useCan();
  const create = useCreateReport();
  const update = useUpdateReport();
  const may = (kind: ReportKind, list: ReportList | null = null) =>
    mayReport(kind, list, (each) => can(each));
  const lists = LISTS.filter((list) => may('view', list));
  const kinds = REPORT_KINDS.filter((kind) => (kind === 'view' ? lists.length > 0 : may(kind)));
  const me = members.find((each) => each.is_me)?.id ?? null;
  const form = useContractForm<ReportValues>(ReportForm, {
    initialValues: report
      ? valuesOf(report)
      : { ...emptyReport(kinds[0] ?? 'view', locale, me), list: lists[0] ?? 'transactions' },
    toInput: payloadOf,
    submit: async (values, { idempotencyKey }) => {
      const body = payloadOf(values);
      const done = report
        ? await update.send({ params: { id: report.id }, body })
        : await create.send({ body, idempotencyKey });
      notify.success(done.message);
      onDone();
    },
  });
  const { kind } = form.values;
  const isStatement = kind === 'week' || kind === 'month';
  const formats = isStatement ? (['pdf', 'xlsx', 'csv'] as const) : (['xlsx', 'csv'] as const);
  // An address that is wrong is named by its place in the list.
  const [, wrong] = Object.entries(form.errors).find(([name]) => name.startsWith('addresses')) ?? [];
  return (
    <Form form={form} className={classes.form}>
      <NativeSelect
        {...form.field('kind')}
        label={t('form.kind')}
        description={t(`kindHelp.${kind}`)}
        data={kinds.map((each) => ({ value: each, label: t(`kind.${each}`) }))}
        onChange={({ currentTarget }) =>
          form.setAll(withKind(form.values, currentTarget.value as ReportKind))
        }
      />
      {kind === 'view' && <ViewFields form={form} lists={lists} isKept={report?.kind === 'view'} />}
      <TextInput {...form.field('name')} withAsterisk label={t('form.name')} autoComplete="off" />
      <div className={classes.pair}>
        <NativeSelect
          {...form.field('format')}
          label={t('form.format')}
          data={formats.map((each) => ({ value: each, label: t(`format.${each}`) }))}
        />
        <NativeSelect
          {...form.field('language')}
          label={t('form.language')}
          data={[
            { value: 'ar', label: 'العربية' },
            { value: 'en', label: 'English' },
          ]}
        />
      </div>
      <div className={classes.pair}>
        {RHYTHM_OF[kind] === null && (
          <NativeSelect
            {...form.field('rhythm')}
            label={t('form.rhythm')}
            data={REPORT_RHYTHMS.map((each) => ({ value: each, label: t(`rhythm.${each}`) }))}
          />
        )}
        {form.values.rhythm === 'week' && (
          <NativeSelect
            {...form.field('weekday')}
            label={t('form.weekday')}
            data={count(0, 6).map((day) => ({ value: String(day), label: formatWeekday(day, locale) }))}
          />
        )}
        {form.values.rhythm === 'month' && (
          <NativeSelect
            {...form.field('month_day')}
            label={t('form.monthDay')}
            data={count(1, 28).map((day) => ({ value: String(day), label: formatNumber(day, locale) }))}
          />
        )}
        <NativeSelect
          {...form.field('hour')}
          label={t('form.hour')}
          data={count(0, 23).map((hour) => ({ value: String(hour), label: formatHour(hour, locale) }))}
        />
      </div>
      <Checkbox.Group
        {...form.field('members')}
        label={t('form.members')}
        description={t('form.membersHelp')}
      >
        <div className={classes.choices}>
          {members.map(({ id, name }) => (
            <Checkbox key={id} value={String(id)} label={<bdi>{name}</bdi>} />
          ))}
        </div>
      </Checkbox.Group>
      <Textarea
        {...form.field('addresses')}
        label={t('form.addresses')}
        description={t('form.addressesHelp')}
        error={wrong}
        autosize
        minRows={2}
        inputMode="email"
        autoComplete="off"
        classNames={{ input: classes.ltr ?? '' }}
      />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('common:save')}</SubmitButton>
        <LeaveButton />
      </div>
    </Form>
  );
}

interface ViewFieldsProps {
  form: ContractForm<ReportValues>;
  lists: readonly ReportList[];
  /** The report that is changed is of a view. */
  isKept: boolean;
}

/** Which list, and which of its views. */
function ViewFields({ form, lists, isKept }: ViewFieldsProps) {
  const { t } = useTranslation('reports');
  const { list } = form.values;
  const views = useViewsOf(list).data?.data ?? [];
  return (
    <div className={classes.pair}>
      <NativeSelect
        {...form.field('list')}
        label={t('form.list')}
        data={lists.map((each) => ({ value: each, label: t(`list.${each}`) }))}
        onChange={({ currentTarget }) =>
          form.setAll({ list: currentTarget.value as ReportList, ...withView('all', []) })
        }
      />
      <NativeSelect
        {...form.field('view')}
        label={t('form.view')}
        description={views.length === 0 ? t('form.noViews') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[
          ...(isKept ? [{ value: 'kept', label: t('view.kept') }] : []),
          { value: 'all', label: t('view.all') },
          ...views.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget }) => form.setAll(withView(currentTarget.value, views))}
      />
    </div>
  );
}
