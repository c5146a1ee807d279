import type { WebhookEventType } from '@daftar/contract/event-payloads';
import type { ApiVersion } from '@daftar/contract/versions';
import type { WebhookEndpoint } from '@daftar/contract/webhook-endpoints';
import { known } from './version-dialog.tsx';

/** The form of an endpoint. */
export interface EndpointValues extends Record<string, unknown> {
  url: string;
  name: string;
  all: boolean;
  events: WebhookEventType[];
  version: ApiVersion;
  is_active: boolean;
}

/** What the form says of an endpoint, new or not. */
export const bodyOf = ({ url, name, all, events, version }: EndpointValues) => ({
  url,
  name,
  events: all ? null : events,
  version,
});

/**
 * What the form changes of an endpoint. The version only where somebody chose another: it may have been moved since the list was
 * read, or be one that this page does not know.
 */
export const changeOf = (endpoint: Pick<WebhookEndpoint, 'version'>, values: EndpointValues) => {
  const { version, ...body } = bodyOf(values);
  const isMoved = version !== known(endpoint.version);
  return { ...body, ...(isMoved ? { version } : {}), is_active: values.is_active };
};
