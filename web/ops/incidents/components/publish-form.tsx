import { INCIDENT_TITLE_MAXIMUM, IncidentForm } from '@daftar/contract/ops-status';
import {
  INCIDENT_IMPACTS,
  INCIDENT_KINDS,
  type IncidentImpact,
  type IncidentKind,
  STATUS_COMPONENTS,
  type StatusComponent,
} from '@daftar/contract/status';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { MomentInput } from '../../../ui/moment-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { publishIncident } from '../api.ts';
import classes from '../incidents.module.css';
import { BothTexts } from './both-texts.tsx';

interface Fields extends Record<string, unknown> {
  kind: IncidentKind;
  impact: IncidentImpact;
  components: StatusComponent[];
  title_en: string;
  title_ar: string;
  text_en: string;
  text_ar: string;
  starts_at: string;
  ends_at: string;
}

/** What the form sends: only maintenance has two moments, only an incident says how bad it is. */
const inputOf = ({ kind, impact, starts_at, ends_at, ...rest }: Fields) =>
  kind === 'incident'
    ? { ...rest, kind, impact }
    : { ...rest, kind, starts_at: starts_at || null, ends_at: ends_at || null };

/** Publishes an incident that is under way, or maintenance that is planned. */
export function PublishForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['ops-incidents', 'messages']);
  const form = useContractForm<Fields>(IncidentForm, {
    initialValues: {
      kind: 'incident',
      impact: 'degraded',
      components: [],
      title_en: '',
      title_ar: '',
      text_en: '',
      text_ar: '',
      starts_at: '',
      ends_at: '',
    },
    toInput: inputOf,
    submit: async (values) => {
      const { message } = await publishIncident(inputOf(values));
      notify.success(message);
      onDone();
    },
  });
  const isMaintenance = form.values.kind === 'maintenance';
  return (
    <Form form={form} className={classes.form}>
      <NativeSelect
        {...form.field('kind')}
        label={t('kind')}
        data={INCIDENT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      {isMaintenance ? (
        <>
          <MomentInput
            required
            zone="cairo"
            label={t('startsAt')}
            value={form.values.starts_at}
            onChange={(value) => form.set('starts_at', value)}
            error={form.errors.starts_at}
          />
          <MomentInput
            required
            zone="cairo"
            label={t('endsAt')}
            value={form.values.ends_at}
            onChange={(value) => form.set('ends_at', value)}
            error={form.errors.ends_at}
          />
        </>
      ) : (
        <NativeSelect
          {...form.field('impact')}
          label={t('impact')}
          description={t('impactHelp')}
          data={INCIDENT_IMPACTS.map((value) => ({ value, label: t(`messages:statusState.${value}`) }))}
        />
      )}
      <Checkbox.Group {...form.field('components')} withAsterisk label={t('components')}>
        <div className={classes.choices}>
          {STATUS_COMPONENTS.map((component) => (
            <Checkbox key={component} value={component} label={t(`messages:statusComponent.${component}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        {...form.field('title_en')}
        withAsterisk
        label={t('titleEn')}
        maxLength={INCIDENT_TITLE_MAXIMUM}
        dir="ltr"
        lang="en"
      />
      <TextInput
        {...form.field('title_ar')}
        withAsterisk
        label={t('titleAr')}
        maxLength={INCIDENT_TITLE_MAXIMUM}
        dir="rtl"
        lang="ar"
      />
      <BothTexts form={form} />
      <p className={classes.quiet}>{t('publicText')}</p>
      <div>
        <SubmitButton form={form}>{t('publish')}</SubmitButton>
      </div>
    </Form>
  );
}
