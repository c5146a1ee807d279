import type { OpsMerchant } from '@daftar/contract/ops-merchants';
import { ReserveForm } from '@daftar/contract/ops-reserve';
import type { Reserve as ReserveTerms } from '@daftar/contract/reserve';
import { Button, Checkbox, Group, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { MoneyInput } from '../../../ui/money-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { withSearch } from '../../../ui/path.ts';
import { reservePath } from '../../paths/reserve.ts';
import cells from '../../shared/cells.module.css';
import { useMay, useMaySee } from '../../shared/operator.ts';
import { UnlessWaits } from '../../shared/waiting.tsx';
import { askForReserve, useReserves } from '../api.ts';
import classes from './terms.module.css';

/** The merchant's rolling reserve; finance may ask for another. */
export function Reserve({ merchant }: { merchant: OpsMerchant }) {
  const { t } = useTranslation(['ops-merchants', 'ops']);
  const locale = useLocale();
  const may = useMay();
  const maySee = useMaySee();
  const [editing, setEditing] = useState(false);
  const reserve = useReserves(merchant.id).data?.data.live;
  if (!reserve) return null;
  const { share, days, balance, next_release } = reserve;
  return (
    <Section
      title={t('reserve.title')}
      actions={
        !editing && (
          <Group gap="xs">
            {maySee('ops:settlements') && (
              <Link to={withSearch(reservePath, { merchant_id: merchant.id })} className={cells.link}>
                {t('reserve.items')}
              </Link>
            )}
            {may('ops:terms') && (
              <UnlessWaits kind="reserve" subject={`merchant:${merchant.id}`} size="compact-sm">
                <Button variant="default" size="compact-sm" onClick={() => setEditing(true)}>
                  {t('reserve.change')}
                </Button>
              </UnlessWaits>
            )}
          </Group>
        )
      }
    >
      {editing ? (
        <Editor merchant={merchant} reserve={reserve} onDone={() => setEditing(false)} />
      ) : (
        <Facts
          facts={[
            {
              label: t('reserve.share'),
              value: share === 0 ? t('reserve.none') : formatPercent(share, locale),
            },
            {
              label: t('reserve.days'),
              value: share === 0 || days === null ? null : formatNumber(days, locale),
            },
            { label: t('reserve.held'), value: <Money amount={balance} /> },
            {
              label: t('reserve.next'),
              value: next_release && (
                <>
                  <Money amount={next_release.amount} /> · <DateText value={next_release.date} style="date" />
                </>
              ),
            },
          ]}
        />
      )}
    </Section>
  );
}

interface Values extends Record<string, unknown> {
  share: string;
  days: string;
  release_now: boolean;
  reason: string;
}

function Editor({
  merchant,
  reserve,
  onDone,
}: {
  merchant: OpsMerchant;
  reserve: ReserveTerms;
  onDone: () => void;
}) {
  const { t } = useTranslation(['ops-merchants', 'ops', 'common']);
  const form = useContractForm<Values>(ReserveForm, {
    initialValues: {
      share: reserve.share.toFixed(2),
      days: String(reserve.days ?? 180),
      release_now: false,
      reason: '',
    },
    submit: async (values) => {
      const { message } = await askForReserve(merchant.id, values);
      notify.success(message);
      onDone();
    },
  });
  return (
    <Form form={form} className={classes.editor}>
      <p className={classes.help}>{t('reserve.help')}</p>
      <MoneyInput
        label={t('reserve.share')}
        unit="%"
        value={form.values.share}
        onChange={(value) => form.set('share', value)}
        error={form.errors.share}
      />
      <TextInput {...form.field('days')} label={t('reserve.days')} inputMode="numeric" withAsterisk />
      {(reserve.balance ?? 0) > 0 && (
        <Checkbox
          label={t('reserve.releaseNow')}
          checked={form.values.release_now}
          onChange={(event) => form.set('release_now', event.currentTarget.checked)}
        />
      )}
      <Textarea
        {...form.field('reason')}
        withAsterisk
        label={t('ops:reason')}
        description={t('ops:askApprovalText')}
        rows={2}
        dir="auto"
      />
      <Group>
        <SubmitButton form={form}>{t('ops:askApproval')}</SubmitButton>
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
      </Group>
    </Form>
  );
}
