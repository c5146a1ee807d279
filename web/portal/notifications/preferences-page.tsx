import { type Preferences, PreferencesForm } from '@daftar/contract/notifications';
import { Alert, NativeSelect, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { formatHour } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { notify } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { profilePath } from '../paths/profile.ts';
import type { PageModule } from '../shared/screen.ts';
import { prefetchPreferences, usePreferences, useSavePreferences } from './api.ts';
import classes from './preferences.module.css';

export const prefetch: PageModule['prefetch'] = () => prefetchPreferences();

/** The channels that the screen offers, in their order. */
const SHOWN_CHANNELS = ['bell', 'mail', 'push'] as const;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface Values extends Record<string, unknown> {
  topics: Preferences['topics'];
  isQuiet: boolean;
  from: string;
  until: string;
}

const valuesOf = ({ topics, quiet_hours: quiet }: Preferences): Values => ({
  topics,
  isQuiet: quiet !== null,
  from: String(quiet?.from ?? 22),
  until: String(quiet?.until ?? 8),
});

const payloadOf = ({ topics, isQuiet, from, until }: Values) => ({
  topics: topics
    .filter((each) => !each.is_fixed)
    .map(({ topic, bell, mail, push }) => ({ topic, bell, mail, push })),
  quiet_hours: isQuiet ? { from: Number(from), until: Number(until) } : null,
});

/** `/notifications/preferences`: how this person hears of what, and when they are not disturbed. */
export default function PreferencesPage() {
  const { t } = useTranslation(['notifications', 'messages']);
  const { data, error, refetch } = usePreferences();
  return (
    <>
      <PageHeader title={t('preferences.title')} text={t('preferences.text')} />
      {error && !data ? (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <PreferencesFields preferences={data.data} />
      ) : (
        <Skeleton width="100%" height="20rem" />
      )}
    </>
  );
}

function PreferencesFields({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation(['notifications', 'messages']);
  const { send } = useSavePreferences();
  const form = useContractForm<Values>(PreferencesForm, {
    initialValues: valuesOf(preferences),
    toInput: payloadOf,
    rules: ({ isQuiet, from, until }) => (isQuiet && from === until ? { until: 'Invalid' } : {}),
    submit: async (values) => {
      notify.success((await send({ body: payloadOf(values) })).message);
      form.resetTo(values);
    },
  });
  useUnsavedGuard(form.isDirty);
  return (
    <Form form={form} className={classes.form} label={t('preferences.title')}>
      {!preferences.receives_mail && (
        <Alert color="yellow" className={classes.alert}>
          {t('preferences.mailOff')} <Link to={profilePath}>{t('preferences.profile')}</Link>
        </Alert>
      )}
      <section className={classes.section}>
        <h2 className={classes.heading}>{t('preferences.how')}</h2>
        <p className={classes.quiet}>{t('preferences.fixed')}</p>
        <table className={classes.table}>
          <thead>
            <tr>
              <td />
              {SHOWN_CHANNELS.map((channel) => (
                <th key={channel} scope="col" className={classes.channel}>
                  {t(`channel.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {form.values.topics.map((row, index) => (
              <tr key={row.topic}>
                <th scope="row" className={classes.topic}>
                  {t(`messages:notificationTopic.${row.topic}`)}
                </th>
                {SHOWN_CHANNELS.map((channel) => (
                  <td key={channel} className={classes.channel}>
                    {row.is_fixed ? (
                      <span className={classes.always}>{t('preferences.always')}</span>
                    ) : (
                      <Switch
                        checked={row[channel]}
                        aria-label={t('preferences.switch', {
                          topic: t(`messages:notificationTopic.${row.topic}`),
                          channel: t(`channel.${channel}`),
                        })}
                        onChange={({ currentTarget: { checked } }) =>
                          form.set('topics', form.values.topics.with(index, { ...row, [channel]: checked }))
                        }
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <QuietHours form={form} />
      <div>
        <SubmitButton form={form}>{t('preferences.save')}</SubmitButton>
      </div>
    </Form>
  );
}

function QuietHours({ form }: { form: ReturnType<typeof useContractForm<Values>> }) {
  const { t } = useTranslation(['notifications', 'messages']);
  const locale = useLocale();
  const { isQuiet, from, until } = form.values;
  const hours = HOURS.map((hour) => ({ value: String(hour), label: formatHour(hour, locale) }));
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{t('quiet.title')}</h2>
      <p className={classes.quiet}>{t('quiet.text')}</p>
      <Switch {...form.field('isQuiet', 'checkbox')} label={t('quiet.on')} />
      {isQuiet && (
        <div className={classes.pair}>
          <NativeSelect {...form.field('from')} label={t('quiet.from')} data={hours} />
          <NativeSelect
            {...form.field('until')}
            label={t('quiet.until')}
            data={hours}
            description={Number(from) > Number(until) ? t('quiet.nextDay') : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        </div>
      )}
    </section>
  );
}
