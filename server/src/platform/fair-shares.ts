import { type End, SpareTime } from './spare-time.ts';

/** Work is refused because it would wait too long. */
export class Overloaded extends Error {
  /** The expected wait, in seconds. */
  readonly seconds: number;
  constructor(seconds: number) {
    super(`work would wait for ${seconds} s`);
    this.seconds = seconds;
  }
}

/** Options of {@link FairShares}. */
export interface FairSharesOptions {
  /** Maximum number of tasks at a time. */
  most: number;
  /** Maximum number of one tenant's tasks, even without others (default: all). */
  mostOfOne?: number;
  /**
   * Number of tasks at a time of a tenant that has used up its budget, while other tenants are active; below one, it
   * rests between tasks.
   */
  share: number;
  /** Maximum wait, in seconds. */
  waitSeconds: number;
  /** The time left by high-priority work, including other kinds of work (default: only this kind). */
  spareTime?: SpareTime;
  /** Returns the current time in seconds (default: of this process's clock). */
  now?: () => number;
}

/**
 * A tenant regains its share in seconds of work per second, up to this number: enough for some pages of a dozen calls
 * each. Debts are regained only in spare time.
 */
const BUDGET_SECONDS = 5;
/**
 * Maximum spare time for which a tenant with a share below one task rests, so that a tenant who sends one request at a
 * time is not refused, however busy others are.
 */
const REST_SECONDS = 1.2;
/** Seconds after its last request during which a tenant counts as active. */
const PRESENT_SECONDS = 5;
/** Weight of the newest task in the estimate of the next one's duration, relative to all before. */
const WEIGHT = 0.1;
/** Number of tenants above which those without debts are forgotten. */
const REMEMBERED = 1_000;

const NOTHING: End = () => {};

interface Waiting {
  since: number;
  begin: (end: End) => void;
  timer: NodeJS.Timeout;
}

/** The current and recent work of a tenant. */
interface Tenant {
  readonly who: string;
  /** Its remaining seconds of work at the moment `at`; negative after more than its budget. */
  budget: number;
  at: number;
  /** The same moment in spare time. */
  spareAt: number;
  /**
   * Its used time, as far as it matters relative to others: a tenant who returns after a rest starts with as much as
   * they have.
   */
  used: number;
  running: number;
  /** Typical duration of its tasks, in seconds. */
  typical: number;
  readonly waiting: Waiting[];
}

/**
 * Runs a limited number of tasks at a time. The next place goes to the tenant that has used the least time (start-time
 * fair queueing), and each tenant's own tasks keep their order. While others are active, a tenant has at most half of
 * the places, so that a newcomer finds one, and only its share once its budget is used up, so that it waits for itself:
 * with a share of less than one place it rests after each task, in spare time (ADR 122), so that its next task does not
 * start beside short work of a tenant within its share. Tasks that would wait too long are refused before they wait.
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
  /** Usage of the tenant whose task started last. */
  #used = 0;
  #queued = 0;
  #wake: NodeJS.Timeout | undefined;
  #typical = 0;
  #sweepAt = REMEMBERED;
  /** The tenant that asked last, and when another one asked before. */
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

  /** Returns the number of waiting tasks. */
  get queued(): number {
    return this.#queued;
  }

  /** Returns the number of remembered tenants. */
  get size(): number {
    return this.#tenants.size;
  }

  /**
   * Admits a tenant's task: at once, or when its turn comes.
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
    // Work beyond a share has low priority, so it does not count as high-priority work for others: two floods would
    // only delay each other.
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

  /** Gives free places to waiting tenants. */
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
   * Schedules a check for when a resting tenant has earned its next task, because nothing else may end until then. If
   * there was no spare time, it checks again.
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

  /** Returns how long a tenant rests until it has earned its next task, in seconds of spare time. */
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

  /** Returns how many tasks a tenant may run at a time. */
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

  /**
   * Returns the expected wait of a tenant's next task, in seconds: after its own tasks, and in turn with those of
   * others.
   */
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
    // Doubled, so that with many tenants in debt not every newcomer causes a sweep.
    this.#sweepAt = Math.max(REMEMBERED, this.#tenants.size * 2);
  }
}

const isBefore = (one: Tenant, other: Tenant): boolean =>
  one.used < other.used ||
  (one.used === other.used && (one.waiting[0]?.since ?? 0) < (other.waiting[0]?.since ?? 0));
