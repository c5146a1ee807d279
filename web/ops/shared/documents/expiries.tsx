import { EXPIRING_DOCUMENTS, ExpiryForm, opsDocuments } from '@daftar/contract/ops-documents';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { useAsk } from '../ask.tsx';
import { call } from '../call.ts';
import { useMay } from '../operator.ts';
import { queryOf, thenRefetch } from '../query.ts';
import { ExpiryChip } from './expiry-chip.tsx';

/** Until when the documents of a merchant are valid; reviewers enter the days. */
export function Expiries({ merchantId }: { merchantId: number }) {
  const { t } = useTranslation('ops');
  const may = useMay();
  const { ask, dialog } = useAsk();
  const known = useQuery(queryOf(opsDocuments.ofMerchant, { params: { id: merchantId } })).data?.data;
  if (!known) return null;
  const enter = () =>
    ask({
      title: t('expiry.enter'),
      text: t('expiry.help'),
      schema: ExpiryForm,
      fields: [
        {
          name: 'kind',
          label: t('expiry.document'),
          kind: 'choice',
          options: EXPIRING_DOCUMENTS.map((kind) => ({ value: kind, label: t(`expiry.${kind}`) })),
        },
        { name: 'expires_on', label: t('expiry.day'), kind: 'day' },
        { name: 'reason', label: t('expiry.seen'), kind: 'line' },
      ],
      submit: t('expiry.enter'),
      send: (body) => thenRefetch(call(opsDocuments.save, { params: { id: merchantId }, body })),
    });
  return (
    <Section
      title={t('expiry.title')}
      actions={
        may('ops:kyc') && (
          <Button variant="default" size="compact-sm" onClick={enter}>
            {t('expiry.enter')}
          </Button>
        )
      }
    >
      <Facts
        facts={known.map(({ kind, expires_on, state }) => ({
          label: t(`expiry.${kind}`),
          value:
            expires_on && state ? (
              <>
                <DateText value={expires_on} style="date" /> <ExpiryChip state={state} />
              </>
            ) : (
              t('expiry.unknown')
            ),
        }))}
      />
      {dialog}
    </Section>
  );
}
