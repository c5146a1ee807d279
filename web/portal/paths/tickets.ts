export const ticketsPath = '/support';

export const newTicketPath = '/support/create-ticket';

/** Where one ticket is shown. */
export const ticketPath = (id: number | '$id') => `${ticketsPath}/${id}` as const;

/** What the form of a new ticket can begin with, by the name of its query parameter. */
type Begins = 'transaction' | 'chargeback' | 'settlement';

/** Props of a link to a new ticket about something; a link's or an invoice's payments are a matter of transactions. */
export const newTicketAbout = (what: Begins, reference: string) => ({
  to: newTicketPath,
  search: { [what]: reference } as never,
});

/** The same as an address, for the menus of rows. */
export const newTicketHref = (what: Begins, reference: string): string =>
  `${newTicketPath}?${new URLSearchParams({ [what]: reference })}`;
