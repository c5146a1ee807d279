import {
  ChallengeForm,
  type ClosedReason,
  OTP_TRIES,
  OtpForm,
  type PayRenderer,
  type PayView,
  SimulateForm,
} from '@daftar/contract/checkout';
import { type FieldMessages, validate } from '@daftar/contract/validate';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../platform/context.ts';
import { TooManyError } from '../platform/http/errors.ts';
import { askedLocale, contentSecurityPolicy, takeForms } from '../platform/http/pages.ts';
import { newToken } from '../platform/references.ts';
import { type FormFields, judgeForm, keptValues } from './form.ts';
import {
  countingCode,
  countingDecline,
  countingGuess,
  type Payer,
  type TakenStart,
  takeStart,
} from './limits.ts';
import { loadPayRenderer } from './renderer.ts';
import { formCookie, formName, languageCookie, localeOf, ownKeyOf, readFormName } from './requests.ts';
import { isPayerThere, isUnfinished, resendSeconds, stateAt } from './rules.ts';
import * as service from './service.ts';
import { type AttemptRow, findAttemptOfForm, getAttempt } from './store.ts';
import { type AttemptLook, attemptPage, openPage, shownState, strangeView, viewOf } from './views.ts';

const BODY_LIMIT_BYTES = 32 * 1024;
const TOKEN = /^[\w-]{20,64}$/;

interface Params {
  token: string;
  attempt: string;
  action: string;
}

/** What a page is answered with: a view at a status, or a redirect. */
interface Page {
  status: number;
  view: PayView;
}

/** How {@link registerPayPages} is set up. */
export interface PayPagesOptions {
  /** The built renderer of the web workspace by default. */
  renderer?: () => Promise<PayRenderer>;
}

/**
 * Serves the hosted payment page (addresses in `contract/src/checkout.ts`): forms that work without JavaScript, every
 * post answered by a redirect or by the same form with its errors.
 */
export function registerPayPages(fastify: FastifyInstance, app: App, options: PayPagesOptions = {}): void {
  const renderer = options.renderer ?? loadPayRenderer;
  fastify.register(async (scope) => {
    takeForms(scope, {
      name: 'payment page',
      bodyLimitBytes: BODY_LIMIT_BYTES,
      publicUrl: app.config.publicUrl,
      refuse: async (request, reply, status) =>
        show(reply, await renderer(), { status, view: refusal(request, 'error') }),
    });
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        // Crawlers may read these pages, so that they read this: an address that was shared stays out of search.
        'x-robots-tag': 'noindex, nofollow',
      });
    });

    const page = async (reply: FastifyReply, made: Page) => show(reply, await renderer(), made);
    const secure = app.config.publicUrl.startsWith('https:');

    scope.get<{ Params: Params }>('/pay/:token', async (request, reply) => {
      rememberLanguage(request, reply, secure);
      const offer = await offerOf(app, request);
      if (!offer) return page(reply, notFound(request));
      const locale = localeOf(request, offer.payable.language);
      const { token } = offer.payable;
      const ownKey = ownKeyOf(request);
      const own = ownKey ? await findAttemptOfForm(app.db, offer.payable, ownKey) : undefined;
      const isBegun = own !== undefined && isUnderWay(app, own);
      const isPaid = own?.state === 'succeeded';
      // On a device that many pay on, the next payer is not the one who began.
      const goesOn = isBegun && !(offer.payable.isForMany && !offer.closed);
      if (own && (goesOn || (offer.closed && isPaid))) return reply.redirect(addressOf(own, token), 303);
      if (offer.closed) return page(reply, closed(app, offer, locale, offer.closed, 200));
      // A form opened twice, in two tabs, has one name; the browser keeps that of a payment until it makes another.
      const key = ownKey && !isBegun && !isPaid ? ownKey : newToken();
      if (!isBegun && !isPaid) reply.header('set-cookie', formCookie(key, token, secure));
      const open = openPage(app, offer, { form: formName(app, token, key), own });
      return page(reply, { status: 200, view: viewOf(app, offer, locale, open) });
    });

    scope.post<{ Params: Params }>('/pay/:token', async (request, reply) => {
      const offer = await offerOf(app, request);
      if (!offer) return page(reply, notFound(request));
      const locale = localeOf(request, offer.payable.language);
      const fields = (request.body ?? {}) as FormFields;
      const judged = judgeForm(fields, offer.payable, service.offeredMethods(offer), app.clock.now());
      const { token } = offer.payable;
      const ownKey = ownKeyOf(request);
      const submissionKey = readFormName(app, token, fields.form) ?? ownKey;
      const form = formName(app, token, submissionKey ?? newToken());
      // The second click on a form that has paid already must lead to that payment, not to "already paid".
      if (offer.closed && !(judged.ok && submissionKey)) {
        return page(reply, closed(app, offer, locale, offer.closed, 409));
      }
      if (!judged.ok) {
        const open = openPage(app, offer, { form, values: keptValues(fields), errors: judged.errors });
        return page(reply, { status: 422, view: viewOf(app, offer, locale, open) });
      }
      const taken = await orTooMany(takeStart(app, offer.payable, judged.start, payerOf(request)));
      if ('tooMany' in taken) {
        const own = submissionKey ? await findAttemptOfForm(app.db, offer.payable, submissionKey) : undefined;
        // A second press of a form that was the last one let through.
        if (own && isUnderWay(app, own)) return reply.redirect(addressOf(own, token), 303);
        const { challenge, retryAfterSeconds } = taken.tooMany;
        reply.header('retry-after', String(retryAfterSeconds));
        const errors: FieldMessages = judged.start.walletMobile
          ? { wallet_mobile: [tooMany('TooManyCodes', taken.tooMany)] }
          : { method: [tooMany(judged.start.card ? 'TooManyDeclines' : 'TooManyPayCodes', taken.tooMany)] };
        const open = openPage(app, offer, { form, values: keptValues(fields), errors, challenge });
        return page(reply, { status: 429, view: viewOf(app, offer, locale, open) });
      }
      const started = await settling(taken, () =>
        service.startAttempt(app, offer, { ...judged.start, locale, submissionKey }),
      );
      if ('closed' in started) {
        // What stands in the way may be this payer's own payment, made in another tab.
        const own = ownKey ? await findAttemptOfForm(app.db, offer.payable, ownKey) : undefined;
        if (own && (isUnderWay(app, own) || own.state === 'succeeded')) {
          return reply.redirect(addressOf(own, token), 303);
        }
        return page(reply, closed(app, offer, locale, started.closed, 409));
      }
      if ('changed' in started) {
        const current = (await offerOf(app, request)) ?? offer;
        const errors = { method: [{ key: 'AmountChanged' }] };
        const again = openPage(app, current, { form, values: keptValues(fields), errors });
        return page(reply, { status: 409, view: viewOf(app, current, locale, again) });
      }
      if (submissionKey) reply.header('set-cookie', formCookie(submissionKey, token, secure));
      return reply.redirect(`/pay/${token}/${started.attempt}`, 303);
    });

    scope.get<{ Params: Params }>('/pay/:token/:attempt', async (request, reply) => {
      rememberLanguage(request, reply, secure);
      const found = await attemptOf(app, request);
      if (!found) return page(reply, notFound(request));
      const { sent } = request.query as Record<string, unknown>;
      return page(
        reply,
        await attemptAt(app, request, found, 200, { notice: sent === '1' ? 'code-sent' : null }),
      );
    });

    scope.get<{ Params: Params }>('/pay/:token/:attempt/status', async (request, reply) => {
      const found = await attemptOf(app, request);
      if (!found) return reply.code(404).send({ statusCode: 404 });
      return { state: shownState(stateAt(found.attempt, app.clock.now())) };
    });

    scope.post<{ Params: Params }>('/pay/:token/:attempt/:action', async (request, reply) => {
      const found = await attemptOf(app, request);
      const act = Object.hasOwn(actions, request.params.action) ? actions[request.params.action] : undefined;
      if (!found || !act) return page(reply, notFound(request));
      const done = await act(app, found.attempt, (request.body ?? {}) as FormFields, payerOf(request));
      if (done && 'errors' in done) {
        const { errors, retryAfterSeconds, challenge } = done;
        if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
        const status = retryAfterSeconds === undefined ? 422 : 429;
        // Tries are counted by now, so the page is made from what is stored.
        const again = (await attemptOf(app, request)) ?? found;
        return page(reply, await attemptAt(app, request, again, status, { errors, challenge }));
      }
      return reply.redirect(
        `${addressOf(found.attempt, found.offer.payable.token)}${done?.after ?? ''}`,
        303,
      );
    });
  });
}

const addressOf = (attempt: AttemptRow, token: string) => `/pay/${token}/${attempt.token}`;

/** Starts, and settles what was taken also when that throws: nothing stays under way then that nobody would end. */
async function settling(taken: TakenStart, start: () => Promise<service.Started>): Promise<service.Started> {
  let started: service.Started = { changed: true };
  try {
    started = await start();
    return started;
  } finally {
    await taken.settle(started);
  }
}

const isUnderWay = (app: App, attempt: AttemptRow) => isUnfinished(stateAt(attempt, app.clock.now()));

/** What is wrong with the form, and when it is worth another try; or that it is done, and what the page's address tells of it. */
type Done =
  | { errors: FieldMessages; retryAfterSeconds?: number; challenge?: string | undefined }
  | { after: string }
  | null;
type Action = (app: App, attempt: AttemptRow, fields: FormFields, payer: Payer) => Promise<Done>;

const payerOf = (request: FastifyRequest): Payer => ({
  address: request.ip,
  proof: (request.body as FormFields | null)?.proof,
});

/** How long there is to wait, in a sentence. */
const tooMany = (key: string, { retryAfterSeconds = 60 }: TooManyError) => ({
  key,
  params: { count: Math.ceil(retryAfterSeconds / 60) },
});

/** What was taken, or why nothing was. */
async function orTooMany<T extends object>(work: Promise<T>): Promise<T | { tooMany: TooManyError }> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TooManyError) return { tooMany: error };
    throw error;
  }
}

/** The form again, with how long there is to wait. */
const refused = (field: string, key: string, error: TooManyError): Done => ({
  errors: { [field]: [tooMany(key, error)] },
  retryAfterSeconds: error.retryAfterSeconds ?? 60,
  challenge: error.challenge,
});

/** What a payer can do with an attempt. */
const actions: Record<string, Action> = {
  async otp(app, attempt, fields) {
    const form = validate(OtpForm, { otp: fields.otp ?? '' });
    if (!form.ok) return { errors: form.errors };
    const judged = await orTooMany(
      countingGuess(app, attempt, () => service.confirmCode(app, attempt, form.value.otp)),
    );
    if ('tooMany' in judged) return refused('otp', 'TooManyGuesses', judged.tooMany);
    const { verdict } = judged;
    if (verdict === 'done' || verdict === 'dead') return null;
    if (verdict === 'none') return { errors: { otp: [{ key: 'OtpExpired' }] } };
    const { otpTries } = await getAttempt(app.db, attempt);
    return { errors: { otp: [{ key: 'OtpWrong', params: { count: Math.max(0, OTP_TRIES - otpTries) } }] } };
  },
  async resend(app, attempt, _fields, payer) {
    const resent = await orTooMany(countingCode(app, attempt, payer, () => service.resendCode(app, attempt)));
    if ('tooMany' in resent) return refused('resend', 'TooManyCodes', resent.tooMany);
    if (resent.sent) return { after: '?sent=1' };
    const { state, ...current } = await getAttempt(app.db, attempt);
    const wait = resendSeconds(current, app.clock.now());
    if (state !== 'otp' || wait === 0) return null;
    return { errors: { resend: [{ key: 'OtpTooSoon', params: { count: wait } }] }, retryAfterSeconds: wait };
  },
  async challenge(app, attempt, fields, payer) {
    const form = validate(ChallengeForm, fields);
    if (!form.ok) return { errors: form.errors };
    const approved = form.value.result === 'approve';
    await countingDecline(app, attempt, payer, () => service.answerChallenge(app, attempt, approved));
    return null;
  },
  async simulate(app, attempt, fields) {
    const form = validate(SimulateForm, fields);
    if (!form.ok) return { errors: form.errors };
    await service.simulateOutcome(app, attempt, form.value.outcome);
    return null;
  },
  async cancel(app, attempt) {
    await service.cancelAttempt(app, attempt);
    return null;
  },
};

async function offerOf(app: App, request: FastifyRequest): Promise<service.Offer | null> {
  const { token } = request.params as Params;
  return TOKEN.test(token) ? service.findOffer(app, token) : null;
}

async function attemptOf(app: App, request: FastifyRequest) {
  const offer = await offerOf(app, request);
  const { attempt: token } = request.params as Params;
  const attempt = offer && TOKEN.test(token) ? await service.findAttemptAt(app, offer.payable, token) : null;
  return offer && attempt ? { offer, attempt } : null;
}

async function attemptAt(
  app: App,
  request: FastifyRequest,
  { offer, attempt }: { offer: service.Offer; attempt: AttemptRow },
  status: number,
  look: Omit<AttemptLook, 'isOwn'>,
): Promise<Page> {
  const locale = localeOf(request, attempt.locale === 'en' ? 2 : 1);
  const ownKey = ownKeyOf(request);
  const isOwn = ownKey !== null && ownKey === attempt.submissionKey && isPayerThere(attempt, app.clock.now());
  return { status, view: viewOf(app, offer, locale, attemptPage(app, offer, attempt, { ...look, isOwn })) };
}

function closed(
  app: App,
  offer: service.Offer,
  locale: 'ar' | 'en',
  reason: ClosedReason,
  status: number,
): Page {
  const view = viewOf(app, offer, locale, { kind: 'closed', reason, payable: offer.payable.view });
  return { status, view };
}

const refusal = (request: FastifyRequest, reason: ClosedReason) =>
  strangeView(localeOf(request, null), null, reason);

const notFound = (request: FastifyRequest): Page => ({ status: 404, view: refusal(request, 'not-found') });

function rememberLanguage(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  const locale = askedLocale(request);
  if (locale) reply.header('set-cookie', languageCookie(locale, secure));
}

function show(reply: FastifyReply, renderer: PayRenderer, { status, view }: Page): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', contentSecurityPolicy(renderer.csp))
    .send(renderer.renderPayPage(view));
}
