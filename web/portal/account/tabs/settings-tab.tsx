import { WebhookUrls } from '@daftar/contract/account-settings';
import { ReminderSettings } from '@daftar/contract/invoices';
import type { StepUp } from '@daftar/contract/step-up';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/detail-page.tsx';
import { ApiError } from '../../../ui/errors.ts';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { ApprovalSettings } from '../../approvals/index.ts';
import { stepUpIfAsked } from '../../auth/index.ts';
import { webhooksPath } from '../../paths/webhooks.ts';
import {
  useDefaultSettings,
  useReminders,
  useSaveReminders,
  useSaveWebhookUrls,
  useWebhookUrls,
} from '../api.ts';
import { DefaultsForm } from '../components/defaults-form.tsx';
import { HttpWarning } from '../components/http-warning.tsx';
import { Loaded } from '../components/loaded.tsx';
import classes from '../components/parts.module.css';

/** Callback URLs, defaults and reminders of this mode. */
export function SettingsTab() {
  const { t } = useTranslation('account');
  const urls = useWebhookUrls();
  const defaults = useDefaultSettings();
  const reminders = useReminders();
  return (
    <div className={classes.stack}>
      <Section title={t('urls.title')} help="webhook">
        <Loaded query={urls} failed={t('urls.loadFailed')}>
          {(data) => <UrlsForm urls={data} />}
        </Loaded>
      </Section>
      <Section title={t('defaults.title')}>
        <Loaded query={defaults}>{(data) => <DefaultsForm settings={data} />}</Loaded>
      </Section>
      <Suspense fallback={<Skeleton height="12rem" />}>
        <ApprovalSettings />
      </Suspense>
      <Section title={t('reminders.title')}>
        <Loaded query={reminders}>{(data) => <RemindersForm settings={data} />}</Loaded>
      </Section>
    </div>
  );
}

function UrlsForm({ urls }: { urls: WebhookUrls }) {
  const { t } = useTranslation(['account', 'common']);
  const { send } = useSaveWebhookUrls();
  const form = useContractForm<WebhookUrls>(WebhookUrls, {
    initialValues: urls,
    submit: async (values) => {
      const question = { title: t('proveTitle'), text: t('urls.prove'), submit: t('urls.save') };
      const save = (proof: StepUp) => send({ body: { ...values, ...proof } });
      notify.success((await stepUpIfAsked(question, save)).message);
    },
    onError: (error) => {
      // Without a sentence of the server's: ours.
      if (error instanceof ApiError && (error.message || error.status === 422)) return false;
      notify.error(t('urls.saveFailed'));
      return true;
    },
  });
  useUnsavedGuard(form.isDirty);
  const field = (name: keyof WebhookUrls) => (
    <TextInput
      {...form.field(name)}
      label={t(`urls.${name}`)}
      description={
        <>
          {t(`urls.${name}Help`)}
          <HttpWarning address={form.values[name]} />
        </>
      }
      type="url"
      inputMode="url"
      placeholder="https://"
      autoComplete="off"
      withAsterisk
      classNames={{ input: classes.ltr ?? '' }}
    />
  );
  return (
    <Form form={form} className={classes.form} label={t('urls.title')}>
      {field('defaultCallbackUrl')}
      {field('defaultReturnUrl')}
      {field('defaultCancelUrl')}
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('urls.save')}</SubmitButton>
        <Button variant="default" component={Link} to={webhooksPath}>
          {t('urls.log')}
        </Button>
      </div>
    </Form>
  );
}

const DAYS = [1, 2, 3, 5, 7, 14] as const;
type Reminders = { before_days: string; after_days: string };
const daysOf = (text: string) => DAYS.find((day) => String(day) === text) ?? null;
const payloadOf = ({ before_days, after_days }: Reminders) => ({
  before_days: daysOf(before_days),
  after_days: daysOf(after_days),
});

function RemindersForm({
  settings,
}: {
  settings: { before_days: number | null; after_days: number | null };
}) {
  const { t } = useTranslation('account');
  const locale = useLocale();
  const { send } = useSaveReminders();
  const form = useContractForm<Reminders>(ReminderSettings, {
    initialValues: {
      before_days: String(settings.before_days ?? ''),
      after_days: String(settings.after_days ?? ''),
    },
    toInput: payloadOf,
    submit: async (values) => {
      notify.success((await send({ body: payloadOf(values) })).message);
    },
  });
  useUnsavedGuard(form.isDirty);
  const data = [
    { value: '', label: t('reminders.never') },
    ...DAYS.map((day) => ({
      value: String(day),
      label: t('reminders.days', { count: day, number: formatNumber(day, locale) }),
    })),
  ];
  return (
    <Form form={form} className={classes.form} label={t('reminders.title')}>
      <p className={classes.help}>{t('reminders.help')}</p>
      <div className={classes.pair}>
        <NativeSelect {...form.field('before_days')} label={t('reminders.before')} data={data} />
        <NativeSelect {...form.field('after_days')} label={t('reminders.after')} data={data} />
      </div>
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('reminders.save')}</SubmitButton>
      </div>
    </Form>
  );
}
