import { RiskOffForm, RiskReasonForm, type RiskRuleDetails } from '@daftar/contract/ops-risk';
import { Button, Group } from '@mantine/core';
import { IconPoint } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { DateText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section, Timeline } from '../../ui/detail-page.tsx';
import { Email } from '../../ui/email.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { useRouteParam } from '../../ui/route-param.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { useAsk } from '../shared/ask.tsx';
import { MerchantLink } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { UnlessWaits, WaitingApprovals } from '../shared/waiting.tsx';
import { switchOff, switchOn, useRule } from './api.ts';
import { DryRun } from './components/dry-run.tsx';
import { RuleForm } from './components/rule-form.tsx';
import { Outcome, RuleStatus, useAsks } from './components/words.tsx';

/** `/ops/risk/rules/:id`: a rule, what it would have done, and what was done to it. */
export default function RulePage() {
  const { t } = useTranslation('ops-risk');
  const query = useRule(useRouteParam('id'));
  useTitle(query.data?.data.name);
  return (
    <DetailPage<RiskRuleDetails>
      title={t('one')}
      query={query}
      summary={(rule) => ({
        headline: <bdi>{rule.name}</bdi>,
        status: <RuleStatus isOn={rule.is_on} />,
        actions: <Actions rule={rule} />,
      })}
    >
      {(rule) => (
        <>
          <WaitingApprovals subject={`risk-rule:${rule.id}`} />
          <About rule={rule} />
          <DryRun rule={rule} />
          <History rule={rule} />
        </>
      )}
    </DetailPage>
  );
}

function About({ rule }: { rule: RiskRuleDetails }) {
  const { t } = useTranslation(['ops-risk', 'ops']);
  const locale = useLocale();
  const { condition, by, limit, window } = useAsks()(rule);
  return (
    <Section title={t('what')}>
      <Facts
        facts={[
          { label: t('asks'), value: condition },
          { label: t('same'), value: by },
          { label: t(rule.condition === 'declines' ? 'inARow' : 'moreThan'), value: limit },
          { label: t('within'), value: window },
          { label: t('then'), value: <Outcome outcome={rule.outcome} /> },
          {
            label: t('otherwise'),
            value: rule.otherwise && <Outcome outcome={rule.otherwise} />,
          },
          {
            label: t('where'),
            value: rule.merchant ? <MerchantLink merchant={rule.merchant} /> : t('allMerchants'),
          },
          { label: t('method'), value: rule.payment_method?.name ?? t('allMethods') },
          { label: t('ops:filter.mode'), value: t(`ops:mode.${rule.mode}`) },
          { label: t('metLately'), value: formatNumber(rule.met_lately, locale) },
          { label: t('switchedBy'), value: rule.switched_by && <Email value={rule.switched_by} /> },
          { label: t('switchedAt'), value: rule.switched_at && <DateText value={rule.switched_at} /> },
        ]}
      />
    </Section>
  );
}

function History({ rule }: { rule: RiskRuleDetails }) {
  const { t } = useTranslation('ops-risk');
  return (
    <Section title={t('history')}>
      <Timeline
        items={rule.history.map(({ kind, at, actor, reason }) => ({
          key: `${kind} ${at}`,
          title: t(`history.${kind}`),
          at,
          detail: [actor, reason].filter(Boolean).join(' · '),
          icon: IconPoint,
        }))}
      />
    </Section>
  );
}

function Actions({ rule }: { rule: RiskRuleDetails }) {
  const { t } = useTranslation(['ops-risk', 'ops']);
  const may = useMay();
  const { ask, dialog } = useAsk();
  const [changing, setChanging] = useState(false);
  const { id, is_on: isOn, name } = rule;
  if (!may('ops:risk')) return null;
  const on = () =>
    ask({
      title: t('onTitle', { name }),
      text: t('onText'),
      schema: RiskReasonForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('switchOn'),
      send: (values) => switchOn(id, values),
    });
  const off = () =>
    ask({
      title: t('offTitle', { name }),
      text: t('offText'),
      schema: RiskOffForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('switchOff'),
      danger: true,
      send: (values) => switchOff(id, values),
    });
  return (
    <Group gap="xs">
      {isOn ? (
        <UnlessWaits kind="risk-lift" subject={`risk-rule:${id}`}>
          <Button color="red" variant="light" onClick={off}>
            {t('switchOff')}
          </Button>
        </UnlessWaits>
      ) : (
        <>
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('change')}
          </Button>
          <Button disabled={!rule.dry_run?.is_fresh} onClick={on}>
            {t('switchOn')}
          </Button>
        </>
      )}
      <SideDrawer opened={changing} onClose={() => setChanging(false)} title={t('change')}>
        <RuleForm rule={rule} onDone={() => setChanging(false)} />
      </SideDrawer>
      {dialog}
    </Group>
  );
}
