import { RISK_CONDITIONS, RISK_MODES, RISK_OUTCOMES, type RiskRule } from '@daftar/contract/ops-risk';
import { Button, Group } from '@mantine/core';
import { IconListDetails, IconPlus, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { Link, useGoTo } from '../../ui/link.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { riskListsPath, riskRulePath } from '../paths/risk.ts';
import { MerchantLink, NameLink } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { WaitingApprovals } from '../shared/waiting.tsx';
import { useRules } from './api.ts';
import { RuleForm } from './components/rule-form.tsx';
import { Outcome, RuleStatus, useSentence } from './components/words.tsx';

/** `/ops/risk/rules` */
export default function RulesPage() {
  const { t } = useTranslation(['ops-risk', 'ops']);
  const list = useRules();
  const [adding, setAdding] = useState(false);
  const may = useMay();
  const goTo = useGoTo();
  const columns = useColumns();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'is_on',
      label: t('ops:column.status'),
      options: [
        { value: 'yes', label: t('on') },
        { value: 'no', label: t('off') },
      ],
    },
    {
      kind: 'select',
      name: 'condition',
      label: t('asks'),
      options: RISK_CONDITIONS.map((value) => ({ value, label: t(`condition.${value}`) })),
    },
    {
      kind: 'select',
      name: 'outcome',
      label: t('then'),
      options: RISK_OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) })),
    },
    {
      kind: 'select',
      name: 'mode',
      label: t('ops:filter.mode'),
      options: RISK_MODES.map((value) => ({ value, label: t(`ops:mode.${value}`) })),
    },
    { kind: 'text', name: 'merchant_id', label: t('ops:filter.merchantId'), ltr: true },
  ];
  return (
    <OpsList
      title={t('ops:nav.risk')}
      list={list}
      find={t('find.rules')}
      filters={filters}
      action={
        <Group gap="xs">
          <Button
            component={Link}
            to={riskListsPath}
            variant="default"
            leftSection={<IconListDetails size={18} aria-hidden />}
          >
            {t('lists')}
          </Button>
          {may('ops:risk') && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
          )}
        </Group>
      }
      bulk={<WaitingApprovals kind="risk-lift" />}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      rowHref={(row) => riskRulePath(row.id)}
      empty={{ icon: IconShieldCheck, title: t('none'), text: t('noneText') }}
    >
      <SideDrawer opened={adding} onClose={() => setAdding(false)} title={t('add')}>
        <RuleForm
          rule={null}
          onDone={(id) => {
            setAdding(false);
            if (id !== undefined) void goTo(riskRulePath(id));
          }}
        />
      </SideDrawer>
    </OpsList>
  );
}

function useColumns(): readonly Column<RiskRule>[] {
  const { t } = useTranslation(['ops-risk', 'ops']);
  const sentenceOf = useSentence();
  return [
    {
      id: 'name',
      header: t('name'),
      card: 'title',
      share: 19,
      skeleton: '10rem',
      cell: ({ id, name }) => <NameLink to={riskRulePath(id)}>{name}</NameLink>,
    },
    {
      id: 'asks',
      header: t('asks'),
      share: 35,
      skeleton: '12rem',
      cell: sentenceOf,
    },
    { id: 'outcome', header: t('then'), cell: ({ outcome }) => <Outcome outcome={outcome} /> },
    {
      id: 'where',
      header: t('where'),
      share: 13,
      cell: ({ merchant, payment_method }) => (
        <>
          {merchant ? <MerchantLink merchant={merchant} /> : t('allMerchants')}
          {payment_method && ` · ${payment_method.name}`}
        </>
      ),
    },
    {
      id: 'mode',
      header: t('ops:filter.mode'),
      plain: true,
      cell: ({ mode }) => t(`ops:mode.${mode}`),
    },
    {
      id: 'is_on',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ is_on }) => <RuleStatus isOn={is_on} />,
    },
    {
      id: 'created_at',
      header: t('ops:column.created'),
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
  ];
}
