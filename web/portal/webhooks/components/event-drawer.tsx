import type { Event, EventDelivery } from '@daftar/contract/events';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { formatNumber } from '../../../ui/format.ts';
import linkClasses from '../../../ui/link.module.css';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { withSearch } from '../../../ui/path.ts';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { webhooksPath } from '../../paths/webhooks.ts';
import { useCan } from '../../shared/permissions.ts';
import { useEvent } from '../api.ts';
import { EventObject } from './event-object.tsx';
import { WebhookStateChip } from './state.tsx';
import classes from './webhooks.module.css';

interface EventDrawerProps {
  id: number;
  type: string;
  opened: boolean;
  onClose: () => void;
}

/** An event: what happened, and the messages that tell it. */
export function EventDrawer({ id, type, opened, onClose }: EventDrawerProps) {
  return (
    <SideDrawer opened={opened} onClose={onClose} title={<bdi>{type}</bdi>} width={38}>
      <Content key={id} id={id} />
    </SideDrawer>
  );
}

function Content({ id }: { id: number }) {
  const { t } = useTranslation('webhooks');
  const query = useEvent(id);
  const event = query.data?.data;
  if (query.error && !event) return <ErrorBox error={query.error} onRetry={() => query.refetch()} />;
  if (!event) return <Skeleton width="100%" />;
  const data = JSON.stringify(event.data, null, 2);
  return (
    <div className={classes.content}>
      <EventFacts event={event} />
      <div className={classes.buttons}>
        <CopyButton value={data} label={t('events.copyData')} wide />
      </div>
      <section>
        <h2 className={classes.heading}>{t('events.data')}</h2>
        <CodeBlock text={data} />
      </section>
      <section>
        <h2 className={classes.heading}>{t('events.deliveries')}</h2>
        {event.deliveries.length === 0 && <p className={classes.quiet}>{t('events.untold')}</p>}
        <ul className={classes.tries}>
          {event.deliveries.map((each) => (
            <Delivery key={each.id} delivery={each} messageId={event.message_id} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function EventFacts({ event }: { event: Event }) {
  const { t } = useTranslation('webhooks');
  return (
    <Facts
      facts={[
        { label: t('events.about'), value: <EventObject event={event} /> },
        { label: t('column.created'), value: <DateText value={event.created_at} /> },
        { label: t('endpoints.version'), value: <bdi dir="ltr">{event.version}</bdi> },
        { label: 'webhook-id', value: <bdi className={classes.url}>{event.message_id}</bdi>, wide: true },
      ]}
    />
  );
}

function Delivery({ delivery, messageId }: { delivery: EventDelivery; messageId: string }) {
  const { t } = useTranslation('webhooks');
  const locale = useLocale();
  const maySeeLog = useCan()('payment-methods-settings');
  const { state, attempts, last_status: status, next_attempt_at: next } = delivery;
  return (
    <li className={classes.try}>
      <div className={classes.tryHead}>
        <WebhookStateChip state={state} />
        {status !== null && <bdi>HTTP {status}</bdi>}
        <span className={classes.quiet}>
          {t('events.tried', { count: attempts, number: formatNumber(attempts, locale) })}
        </span>
      </div>
      {next && (
        <p className={classes.quiet}>
          {t('column.next')}: <DateText value={next} />
        </p>
      )}
      {maySeeLog && (
        <Link to={withSearch(webhooksPath, { message_id: messageId })} className={linkClasses.link}>
          {t('events.seeTries')}
        </Link>
      )}
    </li>
  );
}
