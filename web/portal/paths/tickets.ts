export const ticketsPath = '/support';

export const newTicketPath = '/support/create-ticket';

/** The path of a ticket. */
export const ticketPath = (id: number | '$id') => `${ticketsPath}/${id}` as const;

/** The query parameter that prefills a new ticket. */
type Begins = 'transaction' | 'chargeback' | 'settlement';

/** Props of a link to a new ticket about something; payments of links and invoices count as transactions. */
export const newTicketAbout = (what: Begins, reference: string) => ({
  to: newTicketPath,
  search: { [what]: reference } as never,
});

/** The same as an address, for row menus. */
export const newTicketHref = (what: Begins, reference: string): string =>
  `${newTicketPath}?${new URLSearchParams({ [what]: reference })}`;
