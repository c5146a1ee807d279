import type { Incident } from '@daftar/contract/ops-status';
import type { StatusState } from '@daftar/contract/status';
import { Button } from '@mantine/core';
import { IconActivity, IconMessagePlus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/date.tsx';
import { Section } from '../../ui/detail-page.tsx';
import { Email } from '../../ui/email.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { useLocale } from '../../ui/locale.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx';
import { useKept } from '../../ui/use-kept.ts';
import { WholeList } from '../../ui/whole-list.tsx';
import { FewRows } from '../shared/few-rows.tsx';
import { useMay } from '../shared/operator.ts';
import { useComponents, useIncidents } from './api.ts';
import { PublishForm } from './components/publish-form.tsx';
import { UpdateForm } from './components/update-form.tsx';
import classes from './incidents.module.css';

const KINDS: Readonly<Record<StatusState, StatusKind>> = {
  operational: 'success',
  maintenance: 'open',
  unknown: 'closed',
  degraded: 'pending',
  partial: 'pending',
  outage: 'fail',
};

/** `/ops/incidents`: what the public status page tells, and writing there. */
export default function IncidentsPage() {
  const { t } = useTranslation(['ops-incidents', 'ops']);
  const { data, error, refetch } = useIncidents();
  const locale = useLocale();
  const may = useMay();
  const [open, setOpen] = useState<Incident | 'new' | null>(null);
  const shown = useKept(open);
  const incidents = data?.data;
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title={t('ops:nav.incidents')}
        text={
          <>
            {t('text')}{' '}
            <a className={classes.open} href={`/status?lang=${locale}`} target="_blank" rel="noreferrer">
              {t('openPage')}
            </a>
          </>
        }
        actions={
          may('ops:incidents') && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
              {t('add')}
            </Button>
          )
        }
      />
      <Components />
      <Section title={t('title')}>
        {error && !incidents && <ErrorBox error={error} onRetry={() => void refetch()} />}
        {!error && !incidents && <Skeleton width="60%" />}
        {incidents?.length === 0 && <EmptyState icon={IconActivity} title={t('none')} />}
        {incidents && incidents.length > 0 && (
          <WholeList
            title={t('title')}
            rows={incidents}
            textOf={({ title_en, title_ar }) => [title_en, title_ar]}
          >
            {(found) => (
              <ul className={classes.list} aria-label={t('title')}>
                {found.map((incident) => (
                  <li key={incident.id} className={classes.incident}>
                    <One
                      incident={incident}
                      onUpdate={may('ops:incidents') ? () => setOpen(incident) : undefined}
                    />
                  </li>
                ))}
              </ul>
            )}
          </WholeList>
        )}
      </Section>
      <SideDrawer
        opened={open !== null}
        onClose={close}
        title={shown && shown !== 'new' ? t('updateOf', { name: titleOf(shown, locale) }) : t('add')}
      >
        {shown === 'new' && <PublishForm onDone={close} />}
        {shown && shown !== 'new' && <UpdateForm incident={shown} onDone={close} />}
      </SideDrawer>
    </>
  );
}

const titleOf = ({ title_en, title_ar }: Incident, locale: string) => (locale === 'ar' ? title_ar : title_en);

/** How every component is now: as measured, and as the page shows it. */
function Components() {
  const { t } = useTranslation(['ops-incidents', 'messages']);
  const { data, error, refetch } = useComponents();
  const rows = data?.data;
  const chip = (state: StatusState) => (
    <StatusChip kind={KINDS[state]}>{t(`messages:statusState.${state}`)}</StatusChip>
  );
  return (
    <Section title={t('componentsNow')}>
      {error && !rows && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!error && !rows && <Skeleton width="60%" />}
      {rows?.length === 0 && <p className={classes.quiet}>{t('notMeasured')}</p>}
      {rows && rows.length > 0 && (
        <FewRows
          caption={t('componentsNow')}
          rows={rows}
          rowKey={({ id }) => t(`messages:statusComponent.${id}`)}
          columns={[
            {
              id: 'component',
              header: t('component'),
              cell: ({ id }) => t(`messages:statusComponent.${id}`),
            },
            { id: 'measured', header: t('measured'), cell: ({ measured }) => chip(measured) },
            { id: 'shown', header: t('shown'), cell: ({ shown }) => chip(shown) },
            { id: 'since', header: t('since'), cell: ({ since }) => <DateText value={since} /> },
          ]}
        />
      )}
    </Section>
  );
}

function One({ incident, onUpdate }: { incident: Incident; onUpdate: (() => void) | undefined }) {
  const { t } = useTranslation(['ops-incidents', 'messages']);
  const locale = useLocale();
  const { impact, status, components, starts_at, ends_at, ended_at, updates } = incident;
  const state = impact ?? 'maintenance';
  const until = ended_at ?? ends_at;
  return (
    <>
      <div className={classes.head}>
        <h3 className={classes.name} dir="auto">
          {titleOf(incident, locale)}
        </h3>
        <StatusChip kind={ended_at ? 'closed' : KINDS[state]}>
          {t(`messages:incidentStatus.${status}`)}
        </StatusChip>
        {onUpdate && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconMessagePlus size={16} aria-hidden />}
            onClick={onUpdate}
          >
            {t('update')}
          </Button>
        )}
      </div>
      <p className={classes.quiet}>
        {t(`messages:statusState.${state}`)} · <DateText value={starts_at} />
        {until && (
          <>
            {' – '}
            <DateText value={until} />
          </>
        )}
      </p>
      <p className={classes.quiet}>
        {components.map((each) => t(`messages:statusComponent.${each}`)).join(locale === 'ar' ? '، ' : ', ')}
      </p>
      <ol className={classes.updates}>
        {updates.map((update) => (
          <li key={`${update.at} ${update.text_en}`}>
            <p className={classes.quiet}>
              {t(`messages:incidentStatus.${update.status}`)} · <DateText value={update.at} /> ·{' '}
              <Email value={update.by} />
            </p>
            <p className={classes.text} dir="ltr" lang="en">
              {update.text_en}
            </p>
            <p className={classes.text} dir="rtl" lang="ar">
              {update.text_ar}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
