import { ApprovalSettingsForm, type ApprovalSettings as Settings } from '@daftar/contract/approvals';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/detail-page.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Switch } from '../../../ui/fields.ts';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { MoneyInput } from '../../../ui/money-input.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { notify } from '../../shared/notify.ts';
import { saveApprovalSettings, useApprovalSettings } from '../api.ts';
import classes from './approval-settings.module.css';

/**
 * Whether money leaves with a second person's consent; a section of the settings screen. Needs `payment-methods-settings`,
 * and the catalogue `approvals` loaded.
 */
export function ApprovalSettings() {
  const { t } = useTranslation('approvals');
  const query = useApprovalSettings();
  const settings = query.data?.data;
  return (
    <Section title={t('settings.title')}>
      <p className={classes.text}>{t('settings.text')}</p>
      {!settings && query.error && <ErrorBox error={query.error} onRetry={() => query.refetch()} />}
      {!settings && !query.error && <Skeleton height="5rem" />}
      {settings && <SettingsForm key={JSON.stringify(settings)} settings={settings} />}
    </Section>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation(['approvals', 'common']);
  const form = useContractForm(ApprovalSettingsForm, {
    initialValues: { enabled: settings.enabled, refund_above: settings.refund_above.toFixed(2) },
    submit: async (values) => notify.success(await saveApprovalSettings(values)),
  });
  return (
    <Form form={form} className={classes.form} label={t('settings.title')}>
      <Switch
        {...form.field('enabled', 'checkbox')}
        label={t('settings.enabled')}
        description={t('settings.enabledHelp')}
      />
      <MoneyInput
        {...form.field('refund_above')}
        label={t('settings.refundAbove')}
        description={t('settings.refundAboveHelp')}
      />
      <div>
        <SubmitButton form={form}>{t('settings.save')}</SubmitButton>
      </div>
    </Form>
  );
}
