import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@daftar/contract/event-payloads';
import { API_VERSIONS, LATEST_VERSION } from '@daftar/contract/versions';
import {
  EndpointForm,
  type EndpointWithSecret,
  type WebhookEndpoint,
} from '@daftar/contract/webhook-endpoints';
import { Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { notify } from '../../../ui/notify.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { stepUp } from '../../auth/index.ts';
import { useCreateEndpoint, useUpdateEndpoint } from '../api.ts';
import { bodyOf, changeOf, type EndpointValues } from './endpoint-values.ts';
import { known } from './version-dialog.tsx';
import { VersionPreview } from './version-preview.tsx';
import classes from './webhooks.module.css';

/** Tests are sent wherever they are asked for. */
const CHOICES = WEBHOOK_EVENT_TYPES.filter((type) => type !== 'webhook.test');
const GROUPS = Object.entries(Object.groupBy(CHOICES, (type) => type.split('.')[0] ?? ''));

interface EndpointDrawerProps {
  /** Null for a new one. */
  endpoint: WebhookEndpoint | null;
  opened: boolean;
  onClose: () => void;
  onMade: (made: EndpointWithSecret) => void;
}

/** Adds or changes an endpoint: its address, its events and their version. */
export function EndpointDrawer({ endpoint, opened, onClose, onMade }: EndpointDrawerProps) {
  const { t } = useTranslation(['webhooks', 'common']);
  const create = useCreateEndpoint();
  const update = useUpdateEndpoint();
  const title = t(endpoint ? 'endpoints.edit' : 'endpoints.add');
  const form = useContractForm<EndpointValues>(EndpointForm, {
    initialValues: {
      url: endpoint?.url ?? '',
      name: endpoint?.name ?? '',
      all: !endpoint?.events,
      events: (endpoint?.events ?? []) as WebhookEventType[],
      version: known(endpoint?.version),
      is_active: endpoint?.is_active ?? true,
    },
    toInput: bodyOf,
    submit: async (values) => {
      const question = { title, text: t('rotate.prove'), submit: t('common:save') };
      if (!endpoint) {
        const made = await stepUp(question, (proof) =>
          create.send({ body: { ...bodyOf(values), ...proof } }),
        );
        onClose();
        onMade(made.data);
        return;
      }
      const { id } = endpoint;
      const saved = await stepUp(question, (proof) =>
        update.send({ params: { id }, body: { ...changeOf(endpoint, values), ...proof } }),
      );
      onClose();
      notify.success(saved.message);
    },
  });
  // Of a new one, what the newest version says otherwise; of another, what changes.
  const compared = endpoint ? known(endpoint.version) : LATEST_VERSION;
  return (
    <SideDrawer opened={opened} onClose={onClose} title={title} width={32}>
      <Form form={form} className={classes.form}>
        <TextInput
          {...form.field('url')}
          withAsterisk
          label={t('endpoints.url')}
          type="url"
          inputMode="url"
          dir="ltr"
          placeholder="https://"
          autoComplete="off"
          data-autofocus
        />
        <TextInput {...form.field('name')} label={t('endpoints.name')} autoComplete="off" />
        <Switch {...form.field('all', 'checkbox')} label={t('endpoints.all')} />
        {!form.values.all && (
          <Checkbox.Group
            withAsterisk
            label={t('endpoints.events')}
            value={form.values.events}
            error={form.errors.events}
            onChange={(chosen) => form.set('events', chosen as WebhookEventType[])}
          >
            <div className={classes.choices}>
              {GROUPS.map(([object, types]) => (
                <fieldset key={object} className={classes.group}>
                  {types?.map((type) => (
                    <Checkbox key={type} value={type} label={<bdi>{type}</bdi>} />
                  ))}
                </fieldset>
              ))}
            </div>
          </Checkbox.Group>
        )}
        <NativeSelect
          {...form.field('version')}
          label={t('endpoints.version')}
          description={t('endpoints.versionHelp')}
          data={API_VERSIONS.toReversed().map((version) => ({
            value: version,
            label: t(version === LATEST_VERSION ? 'version.latest' : 'version.plain', { version }),
          }))}
        />
        {compared !== form.values.version && <VersionPreview from={compared} to={form.values.version} />}
        {endpoint && <Switch {...form.field('is_active', 'checkbox')} label={t('endpoints.active')} />}
        <div className={classes.buttons}>
          <SubmitButton form={form}>{t('common:save')}</SubmitButton>
          <LeaveButton />
        </div>
      </Form>
    </SideDrawer>
  );
}
