import type { OpsMerchant } from '@daftar/contract/ops-merchants';
import { type MerchantVolume, VOLUME_RULES, VolumeForm, type VolumeRule } from '@daftar/contract/ops-volumes';
import { Button, Group, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatPercent } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { MoneyInput } from '../../../ui/money-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useMay } from '../../shared/operator.ts';
import { UnlessWaits } from '../../shared/waiting.tsx';
import { saveVolumeLimit, useVolume } from '../api.ts';
import classes from './terms.module.css';

/** What the merchant may take in a month, and has taken; finance may change the limit. */
export function Volume({ merchant }: { merchant: OpsMerchant }) {
  const { t } = useTranslation(['ops-merchants', 'ops']);
  const locale = useLocale();
  const may = useMay();
  const [editing, setEditing] = useState(false);
  const volume = useVolume(merchant.id).data?.data;
  if (!volume) return null;
  const { limit, live } = volume;
  const share = limit ? Math.round((live.captured / limit) * 1000) / 10 : null;
  return (
    <Section
      title={t('volume.title')}
      actions={
        may('ops:terms') &&
        !editing && (
          <Group gap="xs">
            {/* A lower limit needs no approval, so that it can be set while a higher one waits. */}
            <UnlessWaits kind="volume-limit" subject={`merchant:${merchant.id}`} size="compact-sm" />
            <Button variant="default" size="compact-sm" onClick={() => setEditing(true)}>
              {t('volume.change')}
            </Button>
          </Group>
        )
      }
    >
      {editing ? (
        <Editor merchant={merchant} volume={volume} onDone={() => setEditing(false)} />
      ) : (
        <Facts
          facts={[
            {
              label: t('volume.limit'),
              value: (
                <>
                  {limit === null ? t('volume.none') : <Money amount={limit} />}
                  {volume.rule === 'usual' && <span className={classes.note}>{t('volume.usual')}</span>}
                </>
              ),
            },
            {
              label: t('volume.captured'),
              value: (
                <>
                  <Money amount={live.captured} />
                  {share !== null && <span className={classes.note}>{formatPercent(share, locale)}</span>}
                </>
              ),
            },
            { label: t('volume.open'), value: <Money amount={live.open} /> },
          ]}
        />
      )}
    </Section>
  );
}

interface Values extends Record<string, unknown> {
  rule: VolumeRule;
  limit: string;
  reason: string;
}

function Editor({
  merchant,
  volume,
  onDone,
}: {
  merchant: OpsMerchant;
  volume: MerchantVolume;
  onDone: () => void;
}) {
  const { t } = useTranslation(['ops-merchants', 'ops', 'common']);
  const form = useContractForm<Values>(VolumeForm, {
    initialValues: {
      rule: volume.rule,
      limit: volume.rule === 'own' && volume.limit !== null ? volume.limit.toFixed(2) : '',
      reason: '',
    },
    submit: async (values) => {
      const { message } = await saveVolumeLimit(merchant.id, values);
      notify.success(message);
      onDone();
    },
  });
  return (
    <Form form={form} className={classes.editor}>
      <p className={classes.help}>{t('volume.help')}</p>
      <NativeSelect
        {...form.field('rule')}
        label={t('volume.limit')}
        data={VOLUME_RULES.map((rule) => ({ value: rule, label: t(`volume.rule.${rule}`) }))}
      />
      {form.values.rule === 'own' && (
        <MoneyInput
          label={t('volume.amount')}
          value={form.values.limit}
          onChange={(value) => form.set('limit', value)}
          error={form.errors.limit}
        />
      )}
      <Textarea {...form.field('reason')} withAsterisk label={t('ops:reason')} rows={2} dir="auto" />
      <Group>
        <SubmitButton form={form}>{t('common:save')}</SubmitButton>
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
      </Group>
    </Form>
  );
}
