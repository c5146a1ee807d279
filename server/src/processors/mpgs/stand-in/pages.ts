/** The payer's steps through the stand-in: the card, the bank's approval, and back to the merchant. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Books, Order, Session, Transaction } from './books.ts';
import { type Entered, readCard } from './cards.ts';
import { cardPage, challengePage, endPage } from './markup.ts';

interface PageParts {
  books: Books;
  charge: (session: Session, entered: Entered) => Transaction;
  tell: (order: Order, transaction: Transaction) => Transaction;
}

/** Serves the payer's pages. */
export function servePages(app: FastifyInstance, { books, charge, tell }: PageParts): void {
  const challenges = new Map<string, { session: Session; entered: Entered; authentication: Transaction }>();
  const html = (reply: FastifyReply, page: string, status = 200) =>
    reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);

  /** Returns the URL for a payer who has finished. */
  function backOf(session: Session, base: string, isPaid: boolean): string {
    const url = new URL(base);
    // Any value other than the expected one means that the payment did not succeed.
    const indicator = isPaid ? session.successIndicator : randomBytes(8).toString('hex');
    url.searchParams.set('resultIndicator', indicator);
    url.searchParams.set('sessionVersion', '1');
    return url.href;
  }

  /** Returns the session of a page, or the page to show instead. */
  function sessionOf(request: FastifyRequest): { session: Session } | { page: string | null } {
    const session = books.sessions.get((request.params as Record<string, string>).session ?? '');
    if (!session) return { page: null };
    if (books.isPaid(session.orderId))
      return { page: endPage(session, 'paidAlready', backOf(session, session.returnUrl, true)) };
    if (session.endsAt <= books.clock.now())
      return { page: endPage(session, 'timeIsOver', session.timeoutUrl) };
    return { session };
  }

  function afterTry(reply: FastifyReply, session: Session, { result, gatewayCode }: Transaction) {
    if (result === 'SUCCESS') return reply.redirect(backOf(session, session.returnUrl, true), 303);
    if (result === 'PENDING') return reply.redirect(backOf(session, session.returnUrl, false), 303);
    session.triesLeft -= 1;
    if (session.triesLeft <= 0 && session.redirectMerchantUrl)
      return reply.redirect(backOf(session, session.redirectMerchantUrl, false), 303);
    return html(reply, cardPage(session, { refusal: gatewayCode }));
  }

  app.get('/checkout/pay/:session', (request, reply) => {
    const found = sessionOf(request);
    if ('page' in found) return found.page === null ? reply.code(404).send() : html(reply, found.page);
    return html(reply, cardPage(found.session));
  });

  app.post('/checkout/pay/:session', (request, reply) => {
    const found = sessionOf(request);
    if ('page' in found) return found.page === null ? reply.code(404).send() : html(reply, found.page);
    const { session } = found;
    const entered = readCard((request.body ?? {}) as Record<string, string>);
    if ('errors' in entered) return html(reply, cardPage(session, { errors: entered.errors }), 422);
    if (!entered.card.hasChallenge) return afterTry(reply, session, charge(session, entered));
    const order = books.orderOf(session);
    const authentication = books.add(order, {
      type: 'AUTHENTICATION',
      amountPiastres: session.amountPiastres,
      currency: session.currency,
      result: 'PENDING',
      gatewayCode: 'AUTHENTICATION_IN_PROGRESS',
    });
    const token = randomBytes(12).toString('hex');
    challenges.set(token, { session, entered, authentication });
    return html(reply, challengePage(session, token));
  });

  app.post('/checkout/challenge/:token', (request, reply) => {
    const { token = '' } = request.params as Record<string, string>;
    const challenge = challenges.get(token);
    if (!challenge) return reply.code(404).send();
    challenges.delete(token);
    const { session, entered, authentication } = challenge;
    const isApproved = (request.body as Record<string, string> | undefined)?.answer === 'approve';
    authentication.result = isApproved ? 'SUCCESS' : 'FAILURE';
    authentication.gatewayCode = isApproved ? 'APPROVED' : 'AUTHENTICATION_FAILED';
    tell(books.orderOf(session), authentication);
    if (!isApproved) return afterTry(reply, session, authentication);
    if (books.isPaid(session.orderId))
      return html(reply, endPage(session, 'paidAlready', backOf(session, session.returnUrl, true)));
    return afterTry(reply, session, charge(session, entered));
  });

  app.get('/checkout/cancel/:session', (request, reply) => {
    const session = books.sessions.get((request.params as Record<string, string>).session ?? '');
    return session ? reply.redirect(session.cancelUrl, 303) : reply.code(404).send();
  });
}
