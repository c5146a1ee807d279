import { type Incident, IncidentUpdateForm } from '@daftar/contract/ops-status';
import {
  INCIDENT_IMPACTS,
  INCIDENT_STATUSES,
  type IncidentImpact,
  type IncidentStatus,
} from '@daftar/contract/status';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { updateIncident } from '../api.ts';
import classes from '../incidents.module.css';
import { BothTexts } from './both-texts.tsx';

interface Fields extends Record<string, unknown> {
  status: IncidentStatus;
  impact: IncidentImpact | null;
  text_en: string;
  text_ar: string;
}

/** Says how far an incident or maintenance is. */
export function UpdateForm({ incident, onDone }: { incident: Incident; onDone: () => void }) {
  const { t } = useTranslation(['ops-incidents', 'messages']);
  const form = useContractForm<Fields>(IncidentUpdateForm, {
    initialValues: { status: incident.status, impact: incident.impact, text_en: '', text_ar: '' },
    submit: async (values) => {
      const { message } = await updateIncident(incident.id, values);
      notify.success(message);
      onDone();
    },
  });
  return (
    <Form form={form} className={classes.form}>
      <NativeSelect
        {...form.field('status')}
        label={t('status')}
        data={INCIDENT_STATUSES[incident.kind].map((value) => ({
          value,
          label: t(`messages:incidentStatus.${value}`),
        }))}
      />
      {incident.impact !== null && (
        <NativeSelect
          {...form.field('impact')}
          label={t('impact')}
          description={t('impactHelp')}
          data={INCIDENT_IMPACTS.map((value) => ({ value, label: t(`messages:statusState.${value}`) }))}
        />
      )}
      <BothTexts form={form} />
      <p className={classes.quiet}>{t('publicText')}</p>
      <div>
        <SubmitButton form={form}>{t('publishUpdate')}</SubmitButton>
      </div>
    </Form>
  );
}
