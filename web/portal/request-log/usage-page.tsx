import type { ApiRequest, ApiUsage, KeyUsage, UsageDay } from '@daftar/contract/request-log';
import { UnstyledButton } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/date.tsx';
import { Section } from '../../ui/detail-page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { formatTick } from '../../ui/format-tick.ts';
import linkClasses from '../../ui/link.module.css';
import { Link } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { withSearch } from '../../ui/path.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeChart } from '../../ui/time-chart.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { requestsPath } from '../paths/request-log.ts';
import type { PageModule } from '../shared/screen.ts';
import { DeveloperNav } from '../webhooks/index.ts';
import { prefetchUsage, useUsage } from './api.ts';
import { AnswerChip } from './components/answer-chip.tsx';
import { KeyName } from './components/key-name.tsx';
import { RequestDrawer } from './components/request-drawer.tsx';
import classes from './components/request-log.module.css';

export const prefetch: PageModule['prefetch'] = () => prefetchUsage();

/** `/account-settings/usage`: how often each key was used in the last thirty days, and what went wrong last. */
export default function UsagePage() {
  const { t } = useTranslation('request-log');
  const query = useUsage();
  const usage = query.data?.data;
  return (
    <>
      <PageHeader title={t('usage.title')} />
      <DeveloperNav current="usage" />
      {query.error && !usage && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {!usage && !query.error && <Skeleton width="100%" height="12rem" />}
      {usage && <Usage usage={usage} />}
    </>
  );
}

function Usage({ usage }: { usage: ApiUsage }) {
  const { t } = useTranslation('request-log');
  const { shown, open, props } = useOverlay<ApiRequest>();
  if (usage.keys.length === 0) {
    return <EmptyState icon={IconTerminal2} title={t('empty.title')} text={t('empty.text')} />;
  }
  return (
    <div className={classes.parts}>
      <Section title={t('usage.days')}>
        <Days days={usage.days} />
      </Section>
      <Section title={t('usage.keys')}>
        <ul className={classes.rows}>
          {usage.keys.map((each) => (
            <OneKey key={each.key_id} usage={each} />
          ))}
        </ul>
      </Section>
      <Section title={t('usage.errors')}>
        {usage.last_errors.length === 0 && <p className={classes.quiet}>{t('usage.noErrors')}</p>}
        <ul className={classes.rows}>
          {usage.last_errors.map((each) => (
            <li key={each.id} className={classes.row}>
              <UnstyledButton className={classes.open} onClick={() => open(each)}>
                <bdi dir="ltr">
                  {each.method} {each.path}
                </bdi>
              </UnstyledButton>
              <AnswerChip status={each.status} />
              <DateText value={each.created_at} />
            </li>
          ))}
        </ul>
      </Section>
      {shown && <RequestDrawer request={shown.subject} {...props} />}
    </div>
  );
}

function Days({ days }: { days: readonly UsageDay[] }) {
  const { t } = useTranslation('request-log');
  const locale = useLocale();
  const bars = useMemo(
    () =>
      days.map(({ day, calls, refused, failed }) => ({
        key: day,
        name: formatDate(`${day}T12:00:00Z`, locale),
        tick: formatTick(day, locale, 'day'),
        value: calls,
        text: t('usage.counts', {
          calls: formatNumber(calls, locale),
          refused: formatNumber(refused, locale),
          failed: formatNumber(failed, locale),
        }),
        before: null,
        to: withSearch(requestsPath, { date_from: day, date_to: day }),
      })),
    [days, locale, t],
  );
  return (
    <TimeChart
      label={t('usage.days')}
      bars={bars}
      tickOf={(value) => formatNumber(value, locale)}
      unit={t('usage.unit')}
    />
  );
}

function OneKey({ usage }: { usage: KeyUsage }) {
  const { t } = useTranslation('request-log');
  const locale = useLocale();
  const { key_id: id, calls, refused, failed, last_used_at: at } = usage;
  return (
    <li className={classes.row}>
      <div className={classes.name}>
        <Link to={withSearch(requestsPath, { key_id: id })} className={linkClasses.link}>
          <KeyName of={usage} />
        </Link>
        {at && (
          <p className={classes.quiet}>
            {t('usage.last')} <DateText value={at} />
          </p>
        )}
      </div>
      <span>
        {t('usage.counts', {
          calls: formatNumber(calls, locale),
          refused: formatNumber(refused, locale),
          failed: formatNumber(failed, locale),
        })}
      </span>
    </li>
  );
}
