import { type End, SpareTime } from './spare-time.ts';

/** Work is refused, because it would wait for too long. */
export class Overloaded extends Error {
  /** How long it would have to wait, in seconds. */
  readonly seconds: number;
  constructor(seconds: number) {
    super(`work would wait for ${seconds} s`);
    this.seconds = seconds;
  }
}

/** Options of {@link FairShares}. */
export interface FairSharesOptions {
  /** Pieces of work at a time. */
  most: number;
  /** The most pieces of one tenant, also while nobody else is there (default: all). */
  mostOfOne?: number;
  /** Pieces at a time of a tenant that has used up its budget, while others are there; below one it rests in between. */
  share: number;
  /** The longest wait, in seconds. */
  waitSeconds: number;
  /** Left by what goes first, also of other kinds of work (default: of this one alone). */
  spareTime?: SpareTime;
  /** A moment, in seconds (default: of this process). */
  now?: () => number;
}

/**
 * A tenant gets back as many seconds of work a second as its share, up to this many: some pages, each of a dozen calls. What it owes
 * it gets back in spare time alone.
 */
const BUDGET_SECONDS = 5;
/**
 * A tenant whose share is less than a piece at a time rests for no more spare time than this, so that one who asks for one thing at a
 * time is not refused, however busy others are.
 */
const REST_SECONDS = 1.2;
/** For so long a tenant counts as being there since it last asked. */
const PRESENT_SECONDS = 5;
/** What the newest piece of work says about how long the next one takes, against all before. */
const WEIGHT = 0.1;
/** From so many tenants on those who owe nothing are forgotten. */
const REMEMBERED = 1_000;

const NOTHING: End = () => {};

interface Waiting {
  since: number;
  begin: (end: End) => void;
  timer: NodeJS.Timeout;
}

/** What a tenant does now, and has done of late. */
interface Tenant {
  readonly who: string;
  /** Seconds of work that it might still do, at the moment `at`; below zero after more than that. */
  budget: number;
  at: number;
  /** The same moment in spare time. */
  spareAt: number;
  /** What it has used, as far as it matters beside others: who comes back after a rest begins with as much as they. */
  used: number;
  running: number;
  /** How long its work takes, in seconds. */
  typical: number;
  readonly waiting: Waiting[];
}

/**
 * Lets a bounded number of pieces of work run at a time. The next place is for the tenant that has used least time (start-time fair
 * queueing), and each tenant's own work keeps its order. While others are there, a tenant has at most half of
 * the places, so that who comes next finds one, and only its share once its budget is used up, so that it waits for itself: with a
 * share of less than one place it rests after each piece, in spare time (ADR 122), so that its next piece does not begin beside short
 * work of somebody within their share. What would wait for too long is refused before it waits.
 */
export class FairShares {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #half: number;
  readonly #share: number;
  readonly #debt: number;
  readonly #waitSeconds: number;
  readonly #spareTime: SpareTime;
  readonly #now: () => number;
  readonly #tenants = new Map<string, Tenant>();
  readonly #waiting = new Set<Tenant>();
  #running = 0;
  /** What the tenant had used that began last. */
  #used = 0;
  #queued = 0;
  #wake: NodeJS.Timeout | undefined;
  #typical = 0;
  #sweepAt = REMEMBERED;
  /** Who asked last, and who else before. */
  #last = { who: '', at: Number.NEGATIVE_INFINITY };
  #other = Number.NEGATIVE_INFINITY;

  constructor({
    most,
    mostOfOne = most,
    share,
    waitSeconds,
    now = () => performance.now() / 1000,
    spareTime = new SpareTime(now),
  }: FairSharesOptions) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
    this.#half = Math.min(mostOfOne, Math.ceil(most / 2));
    this.#share = share;
    this.#debt = -Math.min(BUDGET_SECONDS, REST_SECONDS * share);
    this.#waitSeconds = waitSeconds;
    this.#spareTime = spareTime;
    this.#now = now;
  }

  /** How many pieces of work wait. */
  get queued(): number {
    return this.#queued;
  }

  /** How many tenants it keeps in mind. */
  get size(): number {
    return this.#tenants.size;
  }

  /**
   * Lets a piece of a tenant's work in: at once, or when its turn comes.
   * @throws Overloaded
   */
  enter(who: string): End | Promise<End> {
    const now = this.#now();
    const tenant = this.#tenantOf(who, now);
    if (tenant.running === 0 && tenant.waiting.length === 0) tenant.used = Math.max(tenant.used, this.#used);
    if (tenant.waiting.length === 0 && this.#mayBegin(tenant, now)) return this.#begin(tenant, now);
    const expected = this.#expected(tenant, now);
    if (expected > this.#waitSeconds) throw new Overloaded(expected);
    return new Promise((begin, refuse) => {
      const tooLong = () => {
        tenant.waiting.splice(tenant.waiting.indexOf(waiting), 1);
        this.#left(tenant);
        refuse(new Overloaded(Math.max(this.#waitSeconds, this.#expected(tenant, this.#now()))));
      };
      const timer = setTimeout(tooLong, this.#waitSeconds * 1000);
      const waiting = { since: now, begin, timer };
      tenant.waiting.push(waiting);
      this.#waiting.add(tenant);
      this.#queued += 1;
      this.#comeBack(now);
    });
  }

  #begin(tenant: Tenant, now: number): End {
    const guess = tenant.typical;
    tenant.running += 1;
    this.#running += 1;
    this.#used = Math.max(this.#used, tenant.used);
    this.#spend(tenant, guess, now);
    // What is beyond a share goes last, so that others need not go first: two floods would only hold up each other.
    const ended = tenant.budget > 0 ? this.#spareTime.begin() : NOTHING;
    return () => {
      ended();
      const then = this.#now();
      const took = then - now;
      tenant.running -= 1;
      this.#running -= 1;
      this.#spend(tenant, took - guess, then);
      tenant.typical += (took - tenant.typical) * WEIGHT;
      this.#typical += (took - this.#typical) * WEIGHT;
      if (this.#queued > 0) this.#next(then);
    };
  }

  /** Gives free places to those who wait. */
  #next(now: number): void {
    while (this.#running < this.#most) {
      let first: Tenant | undefined;
      for (const tenant of this.#waiting) {
        if (this.#mayBegin(tenant, now) && (!first || isBefore(tenant, first))) first = tenant;
      }
      const turn = first?.waiting.shift();
      if (!first || !turn) {
        this.#comeBack(now);
        return;
      }
      clearTimeout(turn.timer);
      this.#left(first);
      turn.begin(this.#begin(first, now));
    }
  }

  /**
   * Sees to it that who rests goes on once it has earned the next piece: nothing else may end until then. Where time was not spare it
   * looks again.
   */
  #comeBack(now: number): void {
    if (this.#share >= 1 || this.#running >= this.#most) return;
    let soonest = Number.POSITIVE_INFINITY;
    for (const tenant of this.#waiting) {
      if (tenant.running > 0) continue;
      this.#spend(tenant, 0, now);
      soonest = Math.min(soonest, this.#rest(tenant));
    }
    clearTimeout(this.#wake);
    if (soonest < Number.POSITIVE_INFINITY)
      this.#wake = setTimeout(() => this.#next(this.#now()), soonest * 1000 + 1);
  }

  /** For how long a tenant rests until it has earned the next piece, in seconds of spare time. */
  #rest({ budget }: Tenant): number {
    return Math.max(0, -budget) / this.#share;
  }

  #left(tenant: Tenant): void {
    this.#queued -= 1;
    if (tenant.waiting.length === 0) this.#waiting.delete(tenant);
  }

  #mayBegin(tenant: Tenant, now: number): boolean {
    return this.#running < this.#most && tenant.running < this.#mostOf(tenant, now);
  }

  /** How many pieces a tenant may have at a time. */
  #mostOf(tenant: Tenant, now: number): number {
    this.#spend(tenant, 0, now);
    const other = tenant.who === this.#last.who ? this.#other : this.#last.at;
    if (now - other > PRESENT_SECONDS) return this.#mostOfOne;
    return tenant.budget > 0 ? this.#half : Math.min(this.#half, Math.floor(this.#share));
  }

  #spend(tenant: Tenant, seconds: number, now: number): void {
    const spare = this.#spareTime.seconds;
    const passed = tenant.budget > 0 ? now - tenant.at : spare - tenant.spareAt;
    tenant.used += seconds;
    tenant.budget = Math.max(
      this.#debt,
      Math.min(BUDGET_SECONDS, tenant.budget + passed * this.#share) - seconds,
    );
    tenant.at = now;
    tenant.spareAt = spare;
  }

  /** How long the next piece of a tenant's work would wait, in seconds: behind its own, and in turn with that of others. */
  #expected(tenant: Tenant, now: number): number {
    const own = tenant.waiting.length + 1;
    const inTurn = Math.min(this.#queued + 1, own * (this.#waiting.size + 1));
    const most = this.#mostOf(tenant, now);
    return Math.max(
      most > 0
        ? (own * tenant.typical) / most
        : (this.#rest(tenant) + ((own - 1) * tenant.typical) / this.#share) / this.#spareTime.pace,
      (inTurn * this.#typical) / this.#most,
    );
  }

  #tenantOf(who: string, now: number): Tenant {
    if (who !== this.#last.who) this.#other = this.#last.at;
    this.#last = { who, at: now };
    const known = this.#tenants.get(who);
    if (known) return known;
    if (this.#tenants.size >= this.#sweepAt) this.#sweep(now);
    const tenant = {
      who,
      budget: BUDGET_SECONDS,
      at: now,
      spareAt: this.#spareTime.seconds,
      used: 0,
      running: 0,
      typical: this.#typical,
      waiting: [],
    };
    this.#tenants.set(who, tenant);
    return tenant;
  }

  #sweep(now: number): void {
    for (const [who, tenant] of this.#tenants) {
      this.#spend(tenant, 0, now);
      const isIdle = tenant.running === 0 && tenant.waiting.length === 0;
      if (isIdle && tenant.budget >= BUDGET_SECONDS) this.#tenants.delete(who);
    }
    // Not at each newcomer, where many owe something.
    this.#sweepAt = Math.max(REMEMBERED, this.#tenants.size * 2);
  }
}

const isBefore = (one: Tenant, other: Tenant): boolean =>
  one.used < other.used ||
  (one.used === other.used && (one.waiting[0]?.since ?? 0) < (other.waiting[0]?.since ?? 0));
