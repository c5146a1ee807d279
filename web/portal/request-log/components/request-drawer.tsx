import type { ApiRequest, ApiRequestDetails } from '@daftar/contract/request-log';
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
import { useMode } from '../../shared/mode.ts';
import { useRequest } from '../api.ts';
import { curlOf } from '../curl.ts';
import { AnswerChip } from './answer-chip.tsx';
import { KeyName } from './key-name.tsx';
import { MadeObject } from './made-object.tsx';
import classes from './request-log.module.css';

interface RequestDrawerProps {
  request: ApiRequest;
  opened: boolean;
  onClose: () => void;
}

/** A call: what was sent, what was answered, and the same as a command. */
export function RequestDrawer({ request, opened, onClose }: RequestDrawerProps) {
  const title = (
    <bdi dir="ltr" className={classes.wide}>
      {request.method} {request.path}
    </bdi>
  );
  return (
    <SideDrawer opened={opened} onClose={onClose} title={title} width={38}>
      <Content key={request.id} id={request.id} />
    </SideDrawer>
  );
}

/** JSON with indents; what was cut is no JSON any more. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Content({ id }: { id: number }) {
  const { t } = useTranslation('request-log');
  const mode = useMode();
  const query = useRequest(id);
  const request = query.data?.data;
  if (query.error && !request) return <ErrorBox error={query.error} onRetry={() => query.refetch()} />;
  if (!request) return <Skeleton width="100%" />;
  const base = `${window.location.origin}/api${mode === 'test' ? '/sandbox' : ''}`;
  return (
    <div className={classes.content}>
      <RequestFacts request={request} />
      <div>
        <CopyButton value={curlOf(request, base)} label={t('copyCurl')} wide />
        <p className={classes.quiet}>{t('curlHelp')}</p>
      </div>
      <Body title={t('sent')} text={request.sent} isCut={request.sent_cut} none={t('sentNone')} />
      <Body
        title={t('reply')}
        text={request.reply}
        isCut={request.reply_cut}
        none={t(request.method === 'GET' && request.status < 400 ? 'replyRead' : 'replyNone')}
      />
    </div>
  );
}

function RequestFacts({ request }: { request: ApiRequestDetails }) {
  const { t } = useTranslation('request-log');
  const locale = useLocale();
  return (
    <Facts
      facts={[
        { label: t('column.status'), value: <AnswerChip status={request.status} /> },
        { label: t('column.made'), value: request.object && <MadeObject request={request} /> },
        { label: t('column.key'), value: <KeyName of={request} /> },
        { label: t('column.created'), value: <DateText value={request.created_at} /> },
        {
          label: t('column.time'),
          value: t('milliseconds', { number: formatNumber(request.milliseconds, locale) }),
        },
        {
          label: t('query'),
          value: request.query && <bdi className={classes.wide}>{request.query}</bdi>,
          wide: true,
        },
        {
          label: 'x-request-id',
          value: <bdi className={classes.wide}>{request.request_id}</bdi>,
          wide: true,
        },
      ]}
    />
  );
}

interface BodyProps {
  title: string;
  text: string;
  isCut: boolean;
  /** Said when there is none. */
  none: string;
}

function Body({ title, text, isCut, none }: BodyProps) {
  const { t } = useTranslation('request-log');
  return (
    <section>
      <h2 className={classes.heading}>{title}</h2>
      {text ? (
        <CodeBlock text={indented(text)} />
      ) : (
        <p className={classes.quiet}>{isCut ? t('tooLong') : none}</p>
      )}
      {text && isCut && <p className={classes.quiet}>{t('cut')}</p>}
    </section>
  );
}
