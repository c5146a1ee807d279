import { INVOICE_STATUS } from '@daftar/contract/invoices';
import { LINK_STATUS } from '@daftar/contract/payment-links';
import { FOUND_KINDS, type Found } from '@daftar/contract/search';
import { TRANSACTION_STATUS } from '@daftar/contract/transactions';
import { IconArrowBackUp, IconBan, IconFile, IconFileInvoice, IconHistory } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGoTo } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { MoneyFlow } from '../../ui/money-flow.tsx';
import { type Path, withSearch } from '../../ui/path.ts';
import { customersPath } from '../paths/customers.ts';
import { newInvoicePath } from '../paths/invoices.ts';
import { newPaymentLinkPath } from '../paths/payment-links.ts';
import { newProductPath } from '../paths/store.ts';
import { teamPath } from '../paths/team.ts';
import { newTicketPath } from '../paths/tickets.ts';
import { tillPath } from '../paths/till.ts';
import { useMerchant } from '../shared/merchant.ts';
import { useMode } from '../shared/mode.ts';
import { useCan, useMay } from '../shared/permissions.ts';
import { useTransactionLink } from '../shared/transaction-link.ts';
import { flowOf } from '../transactions/index.ts';
import { type Command, linkOf, personOf, readCommand, withoutOpen } from './commands.ts';
import { askOf, useCreations } from './creates.ts';
import { FOUND_ICONS, FOUND_PATHS, StatusOf, useFound } from './found.tsx';
import { useNamed } from './named.ts';
import { matchingPages, type PageToFind } from './pages.ts';
import { type Recent, recentOf, remember } from './recent.ts';

/** One line of the search, which does something when it is chosen. */
export interface Choice {
  id: string;
  name: string;
  detail?: string;
  /** The detail is a reference or number, left to right in both languages. */
  isReference?: boolean;
  end?: ReactNode;
  icon: ComponentType<{ size?: number | string; stroke?: number | string }> | null;
  run: () => void;
}

export interface ChoiceGroup {
  label: string;
  choices: readonly Choice[];
}

/** Keeps a name in its own direction within a sentence of the other. */
const isolated = (text: string) => `\u2068${text}\u2069`;

/** Whether this person may end payment links, and invoices: each is ended on its page. */
function useMayEnd() {
  const can = useCan();
  const may = useMay();
  return {
    'payment-link': may('create-pay-link') && can('view-pay-link-details'),
    invoice: may('create-invoice') && can('view-invoice-details'),
  };
}

/** What a command may be done to, and who may do it. */
function usePermitted(typed: string): Command | null {
  const can = useCan();
  const may = useMay();
  const mayEnd = useMayEnd();
  const creations = useCreations();
  const command = readCommand(typed);
  if (!command) return null;
  const permitted = {
    create: () => creations.some(({ what }) => command.does === 'create' && what === command.what),
    refund: () => may('transaction-refund') && can('view-transaction-details'),
    deactivate: () => mayEnd['payment-link'] || mayEnd.invoice,
  };
  return permitted[command.does]() ? command : null;
}

/** What is looked up for a command: its payment, link or customer; otherwise what was typed. */
function questionOf(command: Command | null, typed: string): string {
  if (!command) return typed;
  if (command.does !== 'create') return command.rest;
  return command.what === 'invoice' && command.rest ? personOf(command.rest) : typed;
}

/** Everything that fits what was typed, in groups; before anything is typed, what was opened last and may be created. */
export function useChoices(
  { typed, opened, pages }: { typed: string; opened: boolean; pages: readonly PageToFind[] },
  close: () => void,
) {
  const { t } = useTranslation(['search', 'shell']);
  const go = useGoTo();
  const mayEnd = useMayEnd();
  const pathOf = useTransactionLink();
  const mode = useMode();
  const merchant = useMerchant();
  // Whoever looks as a role sees nothing that they opened as themselves.
  const place = [merchant?.business_account_id, mode, merchant?.viewing_role?.id].join(' ').trim();
  const creations = useCreations();
  const named = useNamed(pages, opened, typed);
  const command = usePermitted(typed);
  const { found, isLooking } = useFound(questionOf(command, typed));
  const isEmpty = typed.trim() === '';
  const goTo: typeof go = (...to) => {
    close();
    return go(...to);
  };

  const openFound = (each: Recent & { payout_id?: number | null }) => {
    const { id, payout_id = null } = each;
    remember(sessionStorage, place, each);
    void goTo((payout_id === null ? null : pathOf({ id, payout_id })) ?? FOUND_PATHS[each.kind](id));
  };
  const recent = (opened && isEmpty ? recentOf(sessionStorage, place) : []).map((each) => ({
    ...wordsOf(each),
    id: `recent ${each.kind} ${each.id}`,
    icon: IconHistory,
    run: () => openFound(each),
  }));
  const matchingScreens = matchingPages(named, withoutOpen(typed)).map(({ path, name, icon }) => ({
    id: path,
    name,
    icon: icon ?? IconFile,
    run: () => void goTo(path),
  }));
  const toCreate = creations.map((each) => ({
    id: `create ${each.what}`,
    name: t(`shell:create.${each.what}`),
    icon: each.icon,
    // The form is a screen of its own, which has another name.
    screen: each.isAsked ? null : each.to,
    run: () => void goTo(each.to, askOf(each)),
  }));
  const commands = commandChoices();
  const toCreateAsTyped = isEmpty ? toCreate : matchingPages(toCreate, typed);
  const isCreated = ({ id, name }: Choice) =>
    toCreateAsTyped.some((each) => each.name === name || each.screen === id);
  const isCommanded = (id: string) => commands.some((each) => each.id === id);

  /** The lines of a command: for each customer, payment or link that it may mean, and its form. */
  function commandChoices(): Choice[] {
    if (!command) return [];
    if (command.does === 'refund') return found.filter(isRefundable).map((each) => onFound(each, 'refund'));
    if (command.does === 'deactivate') return found.filter(canEnd).map((each) => onFound(each, 'deactivate'));
    const form = toCreate.filter(({ id }) => id === `create ${command.what}`);
    if (command.what === 'invoice' && command.rest)
      return [...found.filter(isCustomer).map(invoiceFor), ...form];
    if (command.what === 'payment-link' && command.rest)
      return form.map((each) => linkFor(each, command.rest));
    if (command.what === 'sale' && command.rest) return form.map((each) => saleFor(each, command.rest));
    if ((command.what === 'customer' || command.what === 'user') && command.rest) {
      const to = command.what === 'user' ? teamPath : customersPath;
      return form.map((each) => personFor(each, to, command.rest));
    }
    if (command.what === 'product' && command.rest) return form.map((each) => productFor(each, command.rest));
    if (command.what === 'ticket' && command.rest) return form.map((each) => ticketFor(each, command.rest));
    return form;
  }
  /** Whether what was found is a link or invoice that the command means and that this person may end. */
  function canEnd(each: Found): boolean {
    const { kind } = each;
    if (command?.does !== 'deactivate' || (command.what && command.what !== kind)) return false;
    if (kind === 'payment-link') return mayEnd[kind] && isActiveLink(each);
    return kind === 'invoice' && mayEnd[kind] && isUnpaidInvoice(each);
  }
  function onFound(each: Found, does: 'refund' | 'deactivate'): Choice {
    const to = FOUND_PATHS[each.kind](each.id);
    const isInvoice = each.kind === 'invoice';
    return {
      id: `${does} ${each.kind} ${each.id}`,
      name: t(`command.${isInvoice ? 'cancel' : does}`, { reference: isolated(each.reference) }),
      detail: each.title,
      icon: does === 'refund' ? IconArrowBackUp : IconBan,
      end: <FoundEnd found={each} />,
      run: () => void goTo(to, { state: { ask: does } }),
    };
  }
  function invoiceFor({ id, title, reference }: Found): Choice {
    return {
      id: `invoice ${id}`,
      name: t('command.invoiceFor', { name: isolated(title) }),
      detail: reference,
      isReference: true,
      icon: IconFileInvoice,
      run: () => void goTo(withSearch(newInvoicePath, { customerId: id })),
    };
  }
  function personFor(form: Choice, to: Path, name: string): Choice {
    const state = { ask: 'create' as const, typed: name };
    return { ...form, detail: name, run: () => void goTo(to, { state }) };
  }
  function productFor(form: Choice, rest: string): Choice {
    const { name, amount: price } = linkOf(rest);
    return {
      ...form,
      ...(name ? { detail: name } : {}),
      ...(price ? { end: <Money amount={Number(price)} /> } : {}),
      run: () => void goTo(withSearch(newProductPath, { name, price })),
    };
  }
  function ticketFor(form: Choice, message: string): Choice {
    return { ...form, detail: message, run: () => void goTo(withSearch(newTicketPath, { message })) };
  }
  function linkFor(form: Choice, rest: string): Choice {
    const { name, amount } = linkOf(rest);
    return {
      ...form,
      ...(name ? { detail: name } : {}),
      ...(amount ? { end: <Money amount={Number(amount)} /> } : {}),
      run: () => void goTo(withSearch(newPaymentLinkPath, { name, amount })),
    };
  }
  function saleFor(form: Choice, rest: string): Choice {
    const { amount } = linkOf(rest);
    if (!amount) return form;
    const to = withSearch(tillPath, { amount });
    return { ...form, end: <Money amount={Number(amount)} />, run: () => void goTo(to) };
  }

  const creating = {
    label: t('create'),
    choices: toCreateAsTyped.filter(({ id }) => !isCommanded(id)),
  };
  // What a line of the other group says as well is said once.
  const screens = { label: t('pages'), choices: matchingScreens.filter((each) => !isCreated(each)) };
  // “new” is in the name of most that is created, “invoices” in those of screens.
  const createsFirst = isEmpty || creating.choices.length > screens.choices.length;
  const groups: ChoiceGroup[] = [
    { label: t('recent'), choices: recent },
    { label: t('commands'), choices: commands },
    ...(createsFirst ? [creating, screens] : [screens, creating]),
    ...FOUND_KINDS.map((kind) => ({
      label: t(`kind.${kind}`),
      choices: found
        .filter((each) => each.kind === kind)
        .map((each) => ({
          ...wordsOf(each),
          id: `${kind} ${each.id}`,
          icon: FOUND_ICONS[kind],
          end: <FoundEnd found={each} />,
          run: () => openFound(each),
        })),
    })),
  ];
  const asks = command && command.does !== 'create' && isUnsaid(command.rest) ? command.does : null;
  return { groups: groups.filter(({ choices }) => choices.length > 0), isLooking, asks };
}

/** Whether nothing says yet which one is meant: only what every reference begins with. */
const isUnsaid = (rest: string) => /^(?:(?:trx|lnk|inv)[-\s]*)?$/i.test(rest);

const isCustomer = ({ kind }: Found) => kind === 'customer';
const isRefundable = ({ kind, status, payout_state }: Found) =>
  kind === 'transaction' && status === TRANSACTION_STATUS.success && payout_state === null;
const isUnpaidInvoice = ({ status }: Found) => status === INVOICE_STATUS.unpaid;
const isActiveLink = ({ status }: Found) => status === LINK_STATUS.active;

/** The name of what was found, and its reference unless that is all there is. */
const wordsOf = ({ title, reference }: Recent) =>
  title ? { name: title, detail: reference, isReference: true } : { name: reference };

/** Which way the money of a transaction went; what else is found is asked for, and has not moved. */
const flowOfFound = ({ kind, status, payout_state }: Found) =>
  kind === 'transaction' && status !== null
    ? flowOf({ status, payout_state, is_payout: payout_state === null ? 0 : 1 })
    : null;

function FoundEnd({ found }: { found: Found }) {
  return (
    <>
      {found.amount !== null && (
        <MoneyFlow amount={found.amount} currency={found.currency ?? 'EGP'} flow={flowOfFound(found)} />
      )}
      <StatusOf found={found} />
    </>
  );
}
