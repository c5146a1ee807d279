import { WEBHOOK_STATE, type WebhookAttempt, type WebhookEvent } from '@daftar/contract/webhooks';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { textOf } from '../../../ui/text-key.ts';
import { useMay } from '../../shared/permissions.ts';
import { refreshList, useResend, useWebhook } from '../api.ts';
import { WebhookStateChip } from './state.tsx';
import classes from './webhooks.module.css';

interface WebhookDrawerProps {
  id: number;
  type: string;
  opened: boolean;
  onClose: () => void;
}

/** A message: what was sent, the answer, and resending. */
export function WebhookDrawer({ id, type, opened, onClose }: WebhookDrawerProps) {
  return (
    <SideDrawer opened={opened} onClose={onClose} title={<bdi>{type}</bdi>} width={38}>
      <Content key={id} id={id} />
    </SideDrawer>
  );
}

const indented = (payload: string): string => JSON.stringify(JSON.parse(payload), null, 2);

function Content({ id }: { id: number }) {
  const { t } = useTranslation('webhooks');
  // The number of attempts when it was resent: polled until there is one more.
  const [triesBefore, setTriesBefore] = useState<number | null>(null);
  const [isFresh, setFresh] = useState(true);
  const query = useWebhook(id, triesBefore !== null || isFresh);
  const resend = useResend();
  const may = useMay();
  const event = query.data?.data;
  const attempts = event?.attempts ?? 0;
  useEffect(() => {
    if (attempts > 0) void refreshList();
  }, [attempts]);
  if (query.error && !event) return <ErrorBox error={query.error} onRetry={() => query.refetch()} />;
  if (!event) return <Skeleton width="100%" />;
  if (triesBefore !== null && event.attempts > triesBefore) setTriesBefore(null);
  if (isFresh && (event.attempts > 0 || event.state !== WEBHOOK_STATE.pending)) setFresh(false);
  const again = async () => {
    if (await resend.run({ params: { id } })) setTriesBefore(event.attempts);
  };
  return (
    <div className={classes.content}>
      <MessageFacts event={event} />
      <div className={classes.buttons}>
        {may('payment-methods-settings') && (
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={resend.isPending || triesBefore !== null}
            onClick={() => void again()}
          >
            {t('resend')}
          </Button>
        )}
        <CopyButton value={event.payload} label={t('copyBody')} wide />
      </div>
      <section>
        <h2 className={classes.heading}>{t('body')}</h2>
        <CodeBlock text={indented(event.payload)} />
      </section>
      <section>
        <h2 className={classes.heading}>{t('tries')}</h2>
        {event.tries.length === 0 && <p className={classes.quiet}>{t('noTries')}</p>}
        <ol className={classes.tries}>
          {event.tries.map((each) => (
            <Try key={each.id} attempt={each} />
          ))}
        </ol>
      </section>
    </div>
  );
}

function MessageFacts({ event }: { event: WebhookEvent }) {
  const { t } = useTranslation('webhooks');
  return (
    <Facts
      facts={[
        { label: t('column.state'), value: <WebhookStateChip state={event.state} /> },
        { label: t('column.created'), value: <DateText value={event.created_at} /> },
        {
          label: t('column.next'),
          value: event.next_attempt_at && <DateText value={event.next_attempt_at} />,
        },
        { label: 'webhook-id', value: <bdi className={classes.url}>{event.message_id}</bdi>, wide: true },
      ]}
    />
  );
}

function Try({ attempt }: { attempt: WebhookAttempt }) {
  const { t } = useTranslation('webhooks');
  const locale = useLocale();
  const { status, error, headers, reply } = attempt;
  const isTaken = status !== null && status >= 200 && status < 300;
  return (
    <li className={classes.try}>
      <div className={classes.tryHead}>
        <StatusChip kind={isTaken ? 'success' : 'fail'}>
          {status === null ? textOf(t, 'webhooks:error.', error) : <bdi>HTTP {status}</bdi>}
        </StatusChip>
        <DateText value={attempt.at} />
        <span className={classes.quiet}>
          {t('milliseconds', { number: formatNumber(attempt.milliseconds, locale) })}
        </span>
      </div>
      {attempt.url && (
        <p className={classes.quiet}>
          <bdi className={classes.url}>{attempt.url}</bdi>
        </p>
      )}
      {Object.keys(headers).length > 0 && (
        <details className={classes.details}>
          <summary>{t('request')}</summary>
          <CodeBlock
            text={Object.entries(headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          />
        </details>
      )}
      {reply && (
        <details className={classes.details}>
          <summary>{t('answer')}</summary>
          <CodeBlock text={reply} />
        </details>
      )}
    </li>
  );
}
