import type { CompanySignIn } from '@daftar/contract/company-sign-in';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { isAbort } from '../../../ui/errors.ts';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { useOverlay } from '../../../ui/use-overlay.ts';
import { stepUp } from '../../auth/index.ts';
import { useMay } from '../../shared/permissions.ts';
import { reasonOf } from '../../shared/use-action.ts';
import { useCheckCompanyDomain, useCompanySignIn, useRemoveCompany } from '../company-api.ts';
import { CompanyDrawer } from './company-drawer.tsx';
import { CompanyGroupsDrawer } from './company-groups.tsx';
import { CompanyRuleDrawer } from './company-rule.tsx';
import { Copied } from './copied.tsx';
import classes from './two-step-policy.module.css';

const KINDS = {
  off: 'closed',
  waiting: 'pending',
  on: 'success',
  required: 'success',
  missing: 'fail',
  suspended: 'fail',
} as const;

function stateOf(settings: CompanySignIn | null): keyof typeof KINDS {
  if (settings === null) return 'off';
  const { domain_state: state, required_since: requiredSince } = settings;
  if (state !== 'verified') return state;
  return requiredSince ? 'required' : 'on';
}

/** The company's own sign-in: entered, proven by a DNS record, changed and taken away. */
export function CompanySignInCard() {
  const { t } = useTranslation('team');
  const may = useMay();
  const { data } = useCompanySignIn();
  const editing = useOverlay<CompanySignIn | null>();
  const ruling = useOverlay<CompanySignIn>();
  const grouping = useOverlay<CompanySignIn>();
  if (!data) return null;
  const settings = data.data;
  const state = stateOf(settings);
  return (
    <section className={classes.card} aria-labelledby="company-heading">
      <div className={classes.words}>
        <h2 id="company-heading" className={classes.heading}>
          {t('company.title')}
          <StatusChip kind={KINDS[state]}>{t(`company.state.${state}`)}</StatusChip>
        </h2>
        <p className={classes.text}>
          {t(`company.text.${state}`)}{' '}
          {settings?.suspends_at ? <DateText value={settings.suspends_at} /> : null}
        </p>
        {settings && <Settings settings={settings} />}
      </div>
      {may('require-two-step') && (
        <div className={classes.buttons}>
          {/* A suspended rule can still be taken back. */}
          {settings && settings.domain_state !== 'waiting' && (
            <>
              <Button variant="default" onClick={() => ruling.open(settings)}>
                {t('company.rule.open')}
              </Button>
              <Button variant="default" onClick={() => grouping.open(settings)}>
                {t('company.groups.open')}
              </Button>
            </>
          )}
          {settings && <Actions settings={settings} />}
          <Button variant="default" onClick={() => editing.open(settings)}>
            {t(settings ? 'company.change' : 'company.enter')}
          </Button>
        </div>
      )}
      {editing.shown && <CompanyDrawer settings={editing.shown.subject} {...editing.props} />}
      {ruling.shown && <CompanyRuleDrawer settings={ruling.shown.subject} {...ruling.props} />}
      {grouping.shown && <CompanyGroupsDrawer settings={grouping.shown.subject} {...grouping.props} />}
    </section>
  );
}

function Settings({ settings }: { settings: CompanySignIn }) {
  const { t } = useTranslation('team');
  const locale = useLocale();
  const { issuer, domain, people, groups, record, domain_state: state } = settings;
  return (
    <Facts
      facts={[
        { label: t('company.issuer'), value: <bdi dir="ltr">{issuer}</bdi> },
        { label: t('company.domain'), value: <bdi dir="ltr">{domain}</bdi> },
        ...(state === 'waiting'
          ? []
          : [
              { label: t('company.people'), value: formatNumber(people, locale) },
              ...(groups.length > 0
                ? [{ label: t('company.groups.count'), value: formatNumber(groups.length, locale) }]
                : []),
            ]),
        ...(state === 'verified'
          ? []
          : [
              {
                label: t('company.recordName'),
                value: <Copied value={record.name} label={t('company.copyRecordName')} />,
              },
              {
                label: t('company.recordValue'),
                value: <Copied value={record.value} label={t('company.copyRecordValue')} />,
              },
            ]),
      ]}
    />
  );
}

function Actions({ settings }: { settings: CompanySignIn }) {
  const { t } = useTranslation('team');
  const check = useCheckCompanyDomain();
  const remove = useRemoveCompany();
  const ask = () =>
    stepUp(
      {
        title: t('company.removeTitle'),
        text: t('company.removeText'),
        submit: t('company.remove'),
        danger: true,
      },
      async (proof) => notify.success((await remove.send({ body: proof })).message),
    ).catch((error) => {
      if (!isAbort(error)) notify.error(reasonOf(error));
    });
  return (
    <>
      {settings.domain_state !== 'verified' && (
        <Button loading={check.isPending} onClick={() => void check.run()}>
          {t('company.check')}
        </Button>
      )}
      <Button variant="default" onClick={() => void ask()}>
        {t('company.remove')}
      </Button>
    </>
  );
}
