import { ENTRY_KINDS, type EntryKind, RiskListForm } from '@daftar/contract/ops-risk-entries';
import type { RiskPayment } from '@daftar/contract/ops-risk-reviews';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { Email } from '../../../ui/email.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { riskRulePath } from '../../paths/risk.ts';
import { useAsk } from '../../shared/ask.tsx';
import { NameLink } from '../../shared/cells.tsx';
import { useMay } from '../../shared/operator.ts';
import { References } from '../../shared/references.tsx';
import { listPayment, type TransactionRef, useRiskOf } from '../api.ts';

type Known = NonNullable<RiskPayment['facts']>;

/** Whether something of a payment is known, so that it can be listed. */
function isKnown(facts: Known, kind: EntryKind): boolean {
  if (kind === 'card') return facts.has_card;
  if (kind === 'network') return facts.address !== null;
  return facts[kind] !== null;
}

/** What is known of a payment for risk rules, which rules it met, and its review. */
export function Risk({ params }: { params: TransactionRef }) {
  const { t } = useTranslation(['ops-risk', 'ops']);
  const locale = useLocale();
  const { data, error, refetch } = useRiskOf(params);
  if (error && !data)
    return (
      <Section title={t('risk')}>
        <ErrorBox error={error} onRetry={() => void refetch()} />
      </Section>
    );
  const { facts, matches, review } = data?.data ?? { facts: null, matches: [], review: null };
  if (!facts) return null;
  return (
    <Section title={t('risk')}>
      <Facts
        facts={[
          { label: t('became'), value: t(`outcome.${facts.outcome}`) },
          {
            label: t('rulesMet'),
            value: matches.length > 0 && (
              <Group gap="xs">
                {matches.map(({ rule }) => (
                  <NameLink key={rule.id} to={riskRulePath(rule.id)}>
                    {rule.name}
                  </NameLink>
                ))}
              </Group>
            ),
          },
          { label: t('kind.mobile'), value: facts.mobile && <bdi dir="ltr">{facts.mobile}</bdi> },
          { label: t('sameMobile'), value: facts.mobile && formatNumber(facts.same_mobile, locale) },
          { label: t('kind.address'), value: facts.address && <bdi dir="ltr">{facts.address}</bdi> },
          { label: t('sameAddress'), value: facts.address && formatNumber(facts.same_address, locale) },
          { label: t('kind.bin'), value: facts.bin && <bdi dir="ltr">{facts.bin}</bdi> },
          { label: t('kind.country'), value: facts.country && <bdi>{facts.country}</bdi> },
          { label: t('review'), value: review && t(`review.${review.state}`) },
          { label: t('decidedBy'), value: review?.decided_by && <Email value={review.decided_by} /> },
          {
            label: t('ops:reason'),
            value: review?.reason && <References text={review.reason} />,
            wide: true,
          },
        ]}
      />
      <ListButtons facts={facts} params={params} />
    </Section>
  );
}

function ListButtons({ facts, params }: { facts: Known; params: TransactionRef }) {
  const { t } = useTranslation(['ops-risk', 'ops']);
  const may = useMay();
  const { ask, dialog } = useAsk();
  const kinds = ENTRY_KINDS.filter((kind) => isKnown(facts, kind));
  if (!may('ops:risk') || kinds.length === 0) return null;
  const add = (list: 'blocked' | 'trusted') =>
    ask({
      title: t(`listTitle.${list}`),
      text: t(`listText.${list}`),
      schema: RiskListForm,
      fields: [
        {
          name: 'kind',
          label: t('kind'),
          kind: 'choice',
          initial: kinds[0]!,
          options: kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
        },
        { name: 'reason', label: t('ops:reason'), kind: 'text' },
        { name: 'last_day', label: t('lastDay'), kind: 'day', help: t('lastDayHelp') },
      ],
      submit: t(`listTitle.${list}`),
      danger: list === 'blocked',
      send: (values) => listPayment(params, { ...values, list }),
    });
  return (
    <>
      <Group gap="xs" mt="md">
        <Button variant="light" color="red" onClick={() => add('blocked')}>
          {t('listTitle.blocked')}
        </Button>
        <Button variant="default" onClick={() => add('trusted')}>
          {t('listTitle.trusted')}
        </Button>
      </Group>
      {dialog}
    </>
  );
}
