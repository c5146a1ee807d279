import {
  ChallengeForm,
  type ClosedReason,
  OTP_TRIES,
  OtpForm,
  type PayRenderer,
  type PayView,
  SimulateForm,
  writeChoice,
} from '@daftar/contract/checkout';
import type { FieldKey } from '@daftar/contract/error-codes';
import { type FieldMessages, validate } from '@daftar/contract/validate';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../platform/context.ts';
import { clientAddress } from '../platform/http/addresses.ts';
import { TooManyError } from '../platform/http/errors.ts';
import { askedLocale, contentSecurityPolicy, takeForms, withBrand } from '../platform/http/pages.ts';
import { newToken } from '../platform/references.ts';
import { pricedAt, readChoice } from './choice.ts';
import { type FormFields, keptValues, validateForm } from './form.ts';
import {
  countingCode,
  countingDecline,
  countingGuess,
  type Payer,
  type TakenStart,
  takeStart,
} from './limits.ts';
import { loadPayRenderer } from './renderer.ts';
import {
  formCookie,
  formName,
  isFramed,
  languageCookie,
  localeOf,
  ownKeyOf,
  readFormName,
} from './requests.ts';
import { returnAddress } from './result.ts';
import { registerReturn } from './return-pages.ts';
import { isPayerThere, isUnfinished, resendSeconds, stateAt } from './rules.ts';
import * as service from './service.ts';
import { type Started, startAttempt } from './start.ts';
import { type AttemptRow, findAttemptOfForm, getAttempt } from './store.ts';
import { type AttemptLook, attemptPage, openPage, shownState, unknownTokenView, viewOf } from './views.ts';
import { addressOf, attemptOf, offerOf, type Params } from './visit.ts';

const BODY_LIMIT_BYTES = 32 * 1024;

/** The reply of a page: a view with a status, or a redirect. */
interface Page {
  status: number;
  view: PayView;
}

/** Options of {@link registerPayPages}. */
export interface PayPagesOptions {
  /** Defaults to the built renderer of the web workspace. */
  renderer?: () => Promise<PayRenderer>;
}

/**
 * Serves the hosted payment page (addresses in `contract/src/checkout.ts`): forms that work without JavaScript, every
 * post answered by a redirect or by the same form with its errors.
 */
export function registerPayPages(fastify: FastifyInstance, app: App, options: PayPagesOptions = {}): void {
  const renderer = options.renderer ?? loadPayRenderer;
  registerReturn(fastify, app);
  fastify.register(async (scope) => {
    takeForms(scope, {
      name: 'payment page',
      bodyLimitBytes: BODY_LIMIT_BYTES,
      publicUrl: app.config.publicUrl,
      refuse: async (request, reply, status) => {
        // If the fault is ours, payers who come back later can still find their payment.
        const { token = null } = (request.params ?? {}) as { token?: string };
        const view = refusal(request, 'error', status < 500 ? null : token);
        return show(reply, await renderer(), { status, view });
      },
    });
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        // Crawlers may fetch these pages, so that they read this header, which keeps shared links out of search
        // results.
        'x-robots-tag': 'noindex, nofollow',
      });
    });

    const page = async (reply: FastifyReply, made: Page) => show(reply, await renderer(), made);
    const secure = app.config.publicUrl.startsWith('https:');

    scope.get<{ Params: Params }>('/pay/:token', async (request, reply) => {
      rememberLanguage(request, reply, secure);
      const found = await offerOf(app, request);
      if (!found) return page(reply, notFound(request));
      // The URL may contain the choice: `?amount=150`, `?quantity=2`.
      const { offer, asked, errors } = decided(found, request.query as Record<string, unknown>);
      const locale = localeOf(request, offer.payable.language);
      const { token } = offer.payable;
      const ownKey = ownKeyOf(request);
      const own = ownKey ? await findAttemptOfForm(app.db, offer.payable, ownKey) : undefined;
      const isBegun = own !== undefined && isUnderWay(app, own);
      const isPaid = own?.state === 'succeeded';
      // On a shared device, the next payer may not be the one who started.
      const goesOn = isBegun && !(offer.payable.isForMany && !offer.closed);
      if (own && (goesOn || (offer.closed && isPaid))) return reply.redirect(addressOf(own, token), 303);
      if (offer.closed) return page(reply, closed(app, offer, locale, offer.closed, 200));
      // A form opened in two tabs has the same key; the browser keeps the key of a payment until it starts another.
      const key = ownKey && !isBegun && !isPaid ? ownKey : newToken();
      if (!isBegun && !isPaid) reply.header('set-cookie', formCookie(request, { key, token }, secure));
      const isWrong = asked !== undefined && errors !== undefined;
      const typed = isWrong ? { values: { [errors.field]: asked }, errors: errors.of } : {};
      const open = openPage(app, offer, { form: formName(app, token, key), own, ...typed });
      return page(reply, { status: isWrong ? 422 : 200, view: viewOf(app, offer, locale, open) });
    });

    scope.post<{ Params: Params }>('/pay/:token', async (request, reply) => {
      const found = await offerOf(app, request);
      if (!found) return page(reply, notFound(request));
      const fields = (request.body ?? {}) as FormFields;
      const { offer, isShown, errors: undecided } = decided(found, fields);
      const locale = localeOf(request, offer.payable.language);
      const checked = validateForm(fields, offer.payable, service.offeredMethods(offer), app.clock.now());
      const { token } = offer.payable;
      const ownKey = ownKeyOf(request);
      const submissionKey = readFormName(app, token, fields.form) ?? ownKey;
      const form = formName(app, token, submissionKey ?? newToken());
      // A second click on a form that has paid must lead to that payment, not to "already paid".
      if (offer.closed && !(checked.ok && submissionKey && isShown)) {
        return page(reply, closed(app, offer, locale, offer.closed, 409));
      }
      if (fields.update !== undefined || !isShown) {
        // Nobody pays an amount that they have not seen: a changed amount or quantity is shown first.
        const notice = fields.update === undefined && !undecided ? shownAgain(offer) : null;
        const state = { form, values: keptValues(fields), errors: undecided?.of ?? {}, notice };
        const status = undecided ? 422 : fields.update === undefined ? 409 : 200;
        return page(reply, { status, view: viewOf(app, offer, locale, openPage(app, offer, state)) });
      }
      if (!checked.ok) {
        const open = openPage(app, offer, { form, values: keptValues(fields), errors: checked.errors });
        return page(reply, { status: 422, view: viewOf(app, offer, locale, open) });
      }
      const taken = await orTooMany(takeStart(app, offer.payable, checked.start, payerOf(request)));
      if ('tooMany' in taken) {
        const own = submissionKey ? await findAttemptOfForm(app.db, offer.payable, submissionKey) : undefined;
        // A second submission of a form whose first one used up the limit.
        if (own && isUnderWay(app, own)) return reply.redirect(addressOf(own, token), 303);
        const { challenge, retryAfterSeconds } = taken.tooMany;
        reply.header('retry-after', String(retryAfterSeconds));
        const errors: FieldMessages = checked.start.walletMobile
          ? { wallet_mobile: [tooMany('TooManyCodes', taken.tooMany)] }
          : { method: [tooMany(checked.start.card ? 'TooManyDeclines' : 'TooManyPayCodes', taken.tooMany)] };
        const open = openPage(app, offer, { form, values: keptValues(fields), errors, challenge });
        return page(reply, { status: 429, view: viewOf(app, offer, locale, open) });
      }
      const started = await settling(taken, () =>
        startAttempt(app, offer, {
          ...checked.start,
          address: clientAddress(request),
          locale,
          submissionKey,
        }),
      );
      if ('closed' in started) {
        // The payment in the way may be this payer's own, made in another tab.
        const own = ownKey ? await findAttemptOfForm(app.db, offer.payable, ownKey) : undefined;
        if (own && (isUnderWay(app, own) || own.state === 'succeeded')) {
          return reply.redirect(addressOf(own, token), 303);
        }
        return page(reply, closed(app, offer, locale, started.closed, 409));
      }
      if ('changed' in started) {
        const current = decided((await offerOf(app, request)) ?? offer, fields).offer;
        const notice = { key: 'AmountChanged' };
        const again = openPage(app, current, { form, values: keptValues(fields), notice });
        return page(reply, { status: 409, view: viewOf(app, current, locale, again) });
      }
      if (submissionKey)
        reply.header('set-cookie', formCookie(request, { key: submissionKey, token }, secure));
      return reply.redirect(`/pay/${token}/${started.attempt}${started.goesOn ? '?go=1' : ''}`, 303);
    });

    scope.get<{ Params: Params }>('/pay/:token/:attempt', async (request, reply) => {
      rememberLanguage(request, reply, secure);
      const found = await attemptOf(app, request);
      if (!found) return page(reply, notFound(request));
      const { sent, go, checked } = request.query as Record<string, unknown>;
      const look = {
        notice: sent === '1' ? ('code-sent' as const) : null,
        goesOn: go === '1',
        checked: typeof checked === 'string' && /^[1-9]$/.test(checked) ? Number(checked) : null,
      };
      return page(reply, await attemptAt(app, request, found, 200, look));
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
        // The attempt has counted the try by now, so render it from the database.
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

/**
 * Starts a payment and settles the limits taken, even if starting throws, so that nothing stays counted as in progress.
 */
async function settling(taken: TakenStart, start: () => Promise<Started>): Promise<Started> {
  let started: Started = { changed: true };
  try {
    started = await start();
    return started;
  } finally {
    await taken.settle(started);
  }
}

/** An offer priced for the payer's choice, or for the initial one. */
interface Decided {
  offer: service.Offer;
  /** The typed choice; undefined if nothing was typed, or there is no choice. */
  asked?: string;
  /** The errors of the choice. */
  errors?: { field: string; of: FieldMessages };
  /** True: the submitted form was made for this choice. */
  isShown: boolean;
}

/** Reads a payer's choice from a form or a query. */
function decided(offer: service.Offer, fields: Readonly<Record<string, unknown>>): Decided {
  const { choice } = offer.payable.view;
  if (!choice) return { offer, isShown: true };
  const asked = fields[choice.kind];
  const read = readChoice(choice, typeof asked === 'string' ? asked : '');
  const typed = typeof asked === 'string' ? { asked } : {};
  if (!read.ok) {
    const errors = { field: choice.kind, of: { [choice.kind]: [read.error] } };
    // No total has been shown for this choice, so nothing else is required yet.
    return { offer, ...typed, errors, isShown: false };
  }
  const payable = pricedAt(offer.payable, read.chosen);
  const isShown = fields.priced === writeChoice({ ...choice, chosen: read.chosen });
  return { offer: { ...offer, payable }, ...typed, isShown };
}

/** Returns the notice that the total has changed. */
const shownAgain = ({ payable }: service.Offer) => (payable.view.choice ? { key: 'ChoiceChanged' } : null);

const isUnderWay = (app: App, attempt: AttemptRow) => isUnfinished(stateAt(attempt, app.clock.now()));

/** The result of an action: form errors with the time to wait, or success with the parameters of the page's URL. */
type Done =
  | { errors: FieldMessages; retryAfterSeconds?: number; challenge?: string | undefined }
  | { after: string }
  | null;
type Action = (app: App, attempt: AttemptRow, fields: FormFields, payer: Payer) => Promise<Done>;

const payerOf = (request: FastifyRequest): Payer => ({
  address: clientAddress(request),
  proof: (request.body as FormFields | null)?.proof,
});

/** Returns the error that says how long to wait. */
const tooMany = (key: FieldKey, { retryAfterSeconds = 60 }: TooManyError) => ({
  key,
  params: { count: Math.ceil(retryAfterSeconds / 60) },
});

/** Returns the result of taking limits, or the reason for refusing. */
async function orTooMany<T extends object>(work: Promise<T>): Promise<T | { tooMany: TooManyError }> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TooManyError) return { tooMany: error };
    throw error;
  }
}

/** Returns form errors that say how long to wait. */
const refused = (field: string, key: FieldKey, error: TooManyError): Done => ({
  errors: { [field]: [tooMany(key, error)] },
  retryAfterSeconds: error.retryAfterSeconds ?? 60,
  challenge: error.challenge,
});

/** The actions that a payer can take on an attempt. */
const actions: Record<string, Action> = {
  async otp(app, attempt, fields) {
    const form = validate(OtpForm, { otp: fields.otp ?? '' });
    if (!form.ok) return { errors: form.errors };
    const checked = await orTooMany(
      countingGuess(app, attempt, () => service.confirmCode(app, attempt, form.value.otp)),
    );
    if ('tooMany' in checked) return refused('otp', 'TooManyGuesses', checked.tooMany);
    const { verdict } = checked;
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

async function attemptAt(
  app: App,
  request: FastifyRequest,
  { offer, attempt }: { offer: service.Offer; attempt: AttemptRow },
  status: number,
  look: Omit<AttemptLook, 'isOwn' | 'returnUrl'>,
): Promise<Page> {
  const locale = localeOf(request, attempt.locale === 'en' ? 2 : 1);
  const ownKey = ownKeyOf(request);
  const isOwn = ownKey !== null && ownKey === attempt.submissionKey && isPayerThere(attempt, app.clock.now());
  const returnUrl = await returnAddress(app, offer, attempt);
  const shown = attemptPage(app, offer, attempt, { ...look, isOwn, returnUrl });
  return { status, view: viewOf(app, offer, locale, shown) };
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

const refusal = (request: FastifyRequest, reason: ClosedReason, token: string | null = null) =>
  unknownTokenView(localeOf(request, null), token, reason);

const notFound = (request: FastifyRequest): Page => ({ status: 404, view: refusal(request, 'not-found') });

function rememberLanguage(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  const locale = askedLocale(request);
  if (locale) reply.header('set-cookie', languageCookie(request, locale, secure));
}

/** Returns the origin, besides ours, to which a page's form may be submitted: the processor's, on that page alone. */
function formOrigin({ page }: PayView): string[] {
  const redirect = page.kind === 'attempt' ? page.attempt.redirect : null;
  return redirect?.method === 'POST' ? [new URL(redirect.url).origin] : [];
}

function show(reply: FastifyReply, renderer: PayRenderer, { status, view }: Page): FastifyReply {
  const csp = withBrand(renderer.csp, view.merchant?.brand ?? null);
  // The older header cannot list websites, so it is omitted if the policy lists some.
  if (view.embedders.length > 0) reply.removeHeader('x-frame-options');
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', contentSecurityPolicy(csp, formOrigin(view), view.embedders))
    .send(renderer.renderPayPage({ ...view, isFramed: isFramed(reply.request) }));
}
