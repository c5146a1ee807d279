import { ApprovalSettingsForm, type ApprovalSettings as Settings } from '@daftar/contract/approvals';
import { parsePounds } from '@daftar/contract/money';
import type { StepUp } from '@daftar/contract/step-up';
import { Anchor, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/detail-page.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { Link } from '../../../ui/link.tsx';
import { MoneyInput } from '../../../ui/money-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { stepUp } from '../../auth/index.ts';
import { approvalsPath } from '../../paths/approvals.ts';
import { useApprovalSettings, useSaveApprovalSettings } from '../api.ts';
import classes from './approval-settings.module.css';

/**
 * The approval settings, a section of the settings screen. Needs `payment-methods-settings`, and the catalogue
 * `approvals` loaded.
 */
export default function ApprovalSettings() {
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
  const { send } = useSaveApprovalSettings();
  const form = useContractForm(ApprovalSettingsForm, {
    initialValues: { enabled: settings.enabled, refund_above: settings.refund_above.toFixed(2) },
    submit: async (values) => {
      const raises = !(
        (parsePounds(values.refund_above) ?? Number.POSITIVE_INFINITY) <=
        Math.round(settings.refund_above * 100)
      );
      const isLooser = settings.enabled && (!values.enabled || raises);
      const question = {
        title: t('settings.proveTitle'),
        text: t('settings.proveText'),
        submit: t('settings.save'),
      };
      const save = (proof: StepUp) => send({ body: { ...values, ...proof } });
      notify.success((await (isLooser ? stepUp(question, save) : save({}))).message);
    },
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
      {settings.waiting && (
        <p className={classes.text}>
          <Anchor component={Link} to={approvalsPath} underline="always" inherit>
            {t('settings.waiting')}
          </Anchor>
        </p>
      )}
      <div>
        <SubmitButton form={form}>{t('settings.save')}</SubmitButton>
      </div>
    </Form>
  );
}
