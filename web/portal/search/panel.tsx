import type { Path } from '../../ui/path.ts';
import '@mantine/spotlight/styles.layer.css';
import { ORDER_STATUS } from '@daftar/contract/orders';
import { type Found, type FoundKind, search } from '@daftar/contract/search';
import { TICKET_STATUS_TEXTS } from '@daftar/contract/tickets';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import {
  IconFileInvoice,
  IconLifebuoy,
  IconLink,
  IconPackage,
  IconReceipt,
  IconSearch,
  IconShoppingBag,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCatalogues } from '../../shared/locale.ts';
import { useGoTo } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { anyCatalogue, textKey } from '../../ui/text-key.ts';
import { customerPath } from '../paths/customers.ts';
import { invoicePath } from '../paths/invoices.ts';
import { paymentLinkPath } from '../paths/payment-links.ts';
import { editProductPath, orderPath } from '../paths/store.ts';
import { ticketPath } from '../paths/tickets.ts';
import { transactionPath } from '../paths/transactions.ts';
import { useMode } from '../shared/mode.ts';
import { queryOf } from '../shared/query-client.ts';
import { InvoiceStatusChip } from '../status/invoices.tsx';
import { OrderStatusChip } from '../status/orders.tsx';
import { TicketStatusChip } from '../status/tickets.tsx';
import { TransactionStatusChip } from '../status/transactions.tsx';
import { matchingPages, type PageToFind } from './pages.ts';
import classes from './search.module.css';

const [store, spotlight] = createSpotlight();

const PAUSE_MILLISECONDS = 200;
/** Shorter queries are too unspecific. */
const LEAST = 2;

const ICONS = {
  transaction: IconReceipt,
  invoice: IconFileInvoice,
  'payment-link': IconLink,
  customer: IconUser,
  order: IconShoppingBag,
  product: IconPackage,
  ticket: IconLifebuoy,
} as const satisfies Record<FoundKind, unknown>;

const PATHS: Readonly<Record<FoundKind, (id: number) => Path>> = {
  transaction: transactionPath,
  invoice: invoicePath,
  'payment-link': paymentLinkPath,
  customer: customerPath,
  order: orderPath,
  product: editProductPath,
  ticket: ticketPath,
};

interface SearchPanelProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  pages: readonly PageToFind[];
}

/** The search field and its results: screens immediately, everything else from the server. */
export function SearchPanel({ opened, onChange, pages }: SearchPanelProps) {
  const { t } = useTranslation('shell');
  const goTo = useGoTo();
  const [typed, setTyped] = useState('');
  const named = useNamed(pages, opened);
  useEffect(() => {
    if (opened) spotlight.open();
    else spotlight.close();
  }, [opened]);
  const go = (path: Path) => {
    onChange(false);
    void goTo(path);
  };
  const { found, isLooking } = useFound(typed);
  const matching = matchingPages(named, typed);
  const shown = [...matching.map(({ path }) => path), ...found.map(({ kind, id }) => `${kind} ${id}`)].join();
  // Enter opens the first result, whatever is shown.
  useEffect(() => {
    if (opened && shown) selectFirst();
  }, [opened, shown]);
  const nothing = !isLooking && matching.length === 0 && found.length === 0;
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      // The field keeps its place, however many results there are.
      centered={false}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={() => onChange(false)}
      attributes={{ content: { 'aria-label': t('search.open') } }}
      returnFocus
    >
      <Spotlight.Search
        placeholder={t('search.placeholder')}
        aria-label={t('search.placeholder')}
        leftSection={<IconSearch size={18} aria-hidden />}
        maxLength={100}
      />
      <Spotlight.ActionsList className={classes.list ?? ''}>
        {matching.length > 0 && <p className={classes.group}>{t('search.pages')}</p>}
        {matching.map(({ path, name, icon: Icon }) => (
          <Spotlight.Action key={path} className={classes.action ?? ''} onClick={() => go(path)}>
            <span className={classes.found}>
              {Icon && <Icon size={18} stroke={1.6} />}
              <span className={classes.words}>{name}</span>
            </span>
          </Spotlight.Action>
        ))}
        {found.map((each, index) => (
          <FoundAction
            key={`${each.kind} ${each.id}`}
            found={each}
            heading={found[index - 1]?.kind !== each.kind}
            onGo={go}
          />
        ))}
        {(nothing || isLooking) && (
          <Spotlight.Empty className={classes.empty ?? ''} role="status">
            {isLooking ? t('search.looking') : t('search.nothing')}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Marks the first action; Spotlight itself does so only when a key is pressed. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  const actions = [...(list?.querySelectorAll('[data-action]') ?? [])];
  for (const action of actions) action.removeAttribute('data-selected');
  actions[0]?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

/** The screens by their titles, whose catalogues are loaded at the first search. */
function useNamed(pages: readonly PageToFind[], opened: boolean) {
  const { t, i18n } = useTranslation();
  const [loaded, setLoaded] = useState('');
  const wanted = [...new Set(pages.flatMap(({ catalogues }) => catalogues))].sort().join(' ');
  const key = `${i18n.language} ${wanted}`;
  useEffect(() => {
    if (!opened || loaded === key) return;
    void loadCatalogues(...wanted.split(' ').filter(Boolean)).then(() => setLoaded(key));
  }, [opened, loaded, key, wanted]);
  if (loaded !== key) return [];
  return pages.map((page) => ({ ...page, name: anyCatalogue(t)(page.title) }));
}

/** The server's results, shortly after the last key; none of another mode or an older query. */
function useFound(typed: string): { found: readonly Found[]; isLooking: boolean } {
  const mode = useMode();
  const [question] = useDebouncedValue(typed.trim(), PAUSE_MILLISECONDS);
  const enabled = question.length >= LEAST;
  const query = useQuery({
    ...queryOf(search.find, { query: { q: question } }),
    enabled,
    placeholderData: (previous, last) => (last?.queryKey[2] === mode ? previous : undefined),
  });
  if (!enabled || typed.trim().length < LEAST) return { found: [], isLooking: false };
  return { found: query.data?.data ?? [], isLooking: query.isPending || question !== typed.trim() };
}

function StatusOf({ found: { kind, status, payout_state } }: { found: Found }) {
  const { t } = useTranslation('messages');
  if (status === null) return null;
  if (kind === 'transaction') return <TransactionStatusChip status={status} payout={payout_state} />;
  if (kind === 'invoice') return <InvoiceStatusChip status={status} />;
  if (kind === 'order') return <OrderStatusChip status={status === ORDER_STATUS.paid ? 'PAID' : 'UNPAID'} />;
  if (kind === 'ticket') return <TicketStatusChip status={TICKET_STATUS_TEXTS[status - 1] ?? 'CLOSED'} />;
  return <StatusChip kind={status === 2 ? 'open' : 'closed'}>{t(textKey('linkStatus.', status))}</StatusChip>;
}

interface FoundActionProps {
  found: Found;
  /** The first of its kind. */
  heading: boolean;
  onGo: (path: Path) => void;
}

function FoundAction({ found, heading, onGo }: FoundActionProps) {
  const { t } = useTranslation('shell');
  const { kind, id, title, reference, amount, currency } = found;
  const Icon = ICONS[kind];
  return (
    <>
      {heading && <p className={classes.group}>{t(`search.kind.${kind}`)}</p>}
      <Spotlight.Action className={classes.action ?? ''} onClick={() => onGo(PATHS[kind](id))}>
        <span className={classes.found}>
          <Icon size={18} stroke={1.6} aria-hidden />
          <span className={classes.words}>
            <span className={classes.title}>
              <bdi>{title || reference}</bdi>
            </span>
            {title && (
              <span className={classes.reference}>
                <bdi dir="ltr">{reference}</bdi>
              </span>
            )}
          </span>
          <span className={classes.end}>
            {amount !== null && <Money amount={amount} currency={currency ?? 'EGP'} />}
            <StatusOf found={found} />
          </span>
        </span>
      </Spotlight.Action>
    </>
  );
}
