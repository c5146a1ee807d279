import { TASK_BOUND, type Task, type TaskKind } from '@daftar/contract/dashboard';
import { INVOICE_STATUS } from '@daftar/contract/invoices';
import type { Permission } from '@daftar/contract/permissions';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { type Path, withSearch } from '../../../ui/path.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { approvalsPath } from '../../paths/approvals.ts';
import { chargebacksPath } from '../../paths/chargebacks.ts';
import { invoicesPath } from '../../paths/invoices.ts';
import { activatePath } from '../../paths/kyc.ts';
import { payoutsPath } from '../../paths/payouts.ts';
import { newTicketPath, ticketsPath } from '../../paths/tickets.ts';
import { useCan } from '../../shared/permissions.ts';
import { useTasks } from '../api.ts';
import { Card, NotLoaded } from './card.tsx';
import classes from './tasks-card.module.css';

/** Where each is dealt with, and the permission to go there, where it is not that of being told. */
const PLACES: Readonly<Record<TaskKind, { to: (task: Task) => Path; needs?: Permission }>> = {
  chargebacks: { to: () => withSearch(chargebacksPath, { answer: 'due' }) },
  approvals: { to: () => withSearch(approvalsPath, { waits_for: 'me' }) },
  payouts: { to: () => payoutsPath },
  tickets: { to: () => withSearch(ticketsPath, { waits_for: 'merchant' }) },
  documents: { to: () => newTicketPath, needs: 'create-ticket' },
  rejected: { to: () => activatePath },
  activate: { to: () => activatePath },
  'overdue-invoices': { to: () => withSearch(invoicesPath, { status: INVOICE_STATUS.expired }) },
  'unpaid-invoices': { to: () => withSearch(invoicesPath, { status: INVOICE_STATUS.unpaid }) },
};

/** What needs the person's action, each with a link to where it is dealt with. */
export function TasksCard({ without }: { without: readonly TaskKind[] }) {
  const { t } = useTranslation('dashboard');
  const query = useTasks();
  const tasks = query.data?.data.filter(({ kind }) => !without.includes(kind));
  return (
    <Card title={t('tasks.title')}>
      {query.error && !tasks ? (
        <NotLoaded onRetry={query.refetch} />
      ) : !tasks ? (
        <Skeleton width="60%" />
      ) : tasks.length === 0 ? (
        <p className={classes.none}>{t('tasks.none')}</p>
      ) : (
        <ul className={classes.tasks}>
          {tasks.map((task) => (
            <li key={task.kind}>
              <Line task={task} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Line({ task }: { task: Task }) {
  const { t } = useTranslation('dashboard');
  const can = useCan();
  const locale = useLocale();
  const { to, needs } = PLACES[task.kind];
  const content = (
    <>
      <span className={classes.count}>
        <bdi>
          {formatNumber(task.count, locale)}
          {task.count >= TASK_BOUND ? '+' : ''}
        </bdi>
      </span>{' '}
      <span>{t(`tasks.${task.kind}`, { count: task.count })}</span>
    </>
  );
  if (!can(needs)) return <span className={classes.task}>{content}</span>;
  return (
    <Link to={to(task)} className={classes.task} data-link>
      {content}
    </Link>
  );
}
