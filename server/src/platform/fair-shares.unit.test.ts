import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { FairShares, type FairSharesOptions, Overloaded } from './fair-shares.ts';
import { type End, SpareTime } from './spare-time.ts';

afterEach(() => vi.useRealTimers());

/** Work as requested, with the time of its start. */
interface Piece {
  who: string;
  seconds: number;
  asked: number;
  begun: number | null;
}

/** Simulates time: admitted work ends after its seconds. */
class Scene {
  now = 0;
  readonly pieces: Piece[] = [];
  readonly running = new Map<Piece, { end: End; at: number }>();
  readonly shares: FairShares;
  readonly #onEnd: (piece: Piece) => void;

  constructor(options: Omit<FairSharesOptions, 'now'>, onEnd: (piece: Piece) => void = () => {}) {
    this.shares = new FairShares({ ...options, now: () => this.now });
    this.#onEnd = onEnd;
  }

  ask(who: string, seconds: number): void {
    const piece: Piece = { who, seconds, asked: this.now, begun: null };
    this.pieces.push(piece);
    const begin = (end: End) => {
      piece.begun = this.now;
      this.running.set(piece, { end, at: this.now + seconds });
    };
    const entered = this.shares.enter(who);
    if (typeof entered === 'function') begin(entered);
    else void entered.then(begin, () => {});
  }

  /** Advances time to a moment, or until nothing runs. */
  async until(moment: number): Promise<void> {
    await settled();
    for (;;) {
      const [next] = [...this.running].sort((a, b) => a[1].at - b[1].at);
      if (!next || next[1].at > moment) break;
      const [piece, { end, at }] = next;
      this.now = at;
      this.running.delete(piece);
      end();
      this.#onEnd(piece);
      await settled();
    }
    if (Number.isFinite(moment)) this.now = moment;
  }

  runningOf(who: string): number {
    return [...this.running.keys()].filter((piece) => piece.who === who).length;
  }
}

const settled = async () => {
  for (let turns = 0; turns < 3; turns += 1) await Promise.resolve();
};

const A_DAY = 86_400;
const asking = fc.array(
  fc.record({
    who: fc.constantFrom('a', 'b', 'c', 'd'),
    seconds: fc.integer({ min: 1, max: 2_000 }).map((each) => each / 1000),
    after: fc.integer({ min: 0, max: 300 }).map((each) => each / 1000),
  }),
  { minLength: 1, maxLength: 60 },
);
const sizes = fc.record({ most: fc.integer({ min: 1, max: 8 }), share: fc.integer({ min: 1, max: 3 }) });

test('everything that waits has its turn, no more than the bound run at a time, and each tenant keeps its order', async () => {
  await fc.assert(
    fc.asyncProperty(asking, sizes, async (asked, { most, share }) => {
      const scene = new Scene({ most, share, waitSeconds: A_DAY });
      for (const { who, seconds, after } of asked) {
        await scene.until(scene.now + after);
        scene.ask(who, seconds);
        await settled();
        expect(scene.running.size).toBeLessThanOrEqual(most);
        // A free place is left only for others: every waiting tenant has work running.
        if (scene.running.size < most)
          for (const { who: one, begun } of scene.pieces)
            if (begun === null) expect(scene.runningOf(one)).toBeGreaterThan(0);
      }
      await scene.until(Number.POSITIVE_INFINITY);
      expect(scene.shares.queued).toBe(0);
      for (const who of ['a', 'b', 'c', 'd']) {
        const begun = scene.pieces
          .filter((piece) => piece.who === who)
          .map((piece) => piece.begun ?? Number.NaN);
        expect(begun).toEqual([...begun].sort((one, other) => one - other));
      }
    }),
  );
});

test('tenants that always want more have equal parts of the time, whatever their work takes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 10, max: 400 }), { minLength: 2, maxLength: 9 }),
      fc.integer({ min: 1, max: 6 }),
      async (milliseconds, most) => {
        const used = new Map<string, number>();
        const scene = new Scene({ most, share: 1, waitSeconds: A_DAY }, ({ who, seconds }) => {
          used.set(who, (used.get(who) ?? 0) + seconds);
          if (scene.now < 60) scene.ask(who, seconds);
        });
        for (const [at, each] of milliseconds.entries())
          for (let times = 0; times < 6; times += 1) scene.ask(`tenant ${at}`, each / 1000);
        await scene.until(60);
        const equal = (60 * most) / Math.max(milliseconds.length, most);
        for (const at of milliseconds.keys())
          expect(used.get(`tenant ${at}`) ?? 0).toBeGreaterThan(equal * 0.75);
      },
    ),
    { numRuns: 20 },
  );
});

test('beside one that floods, another waits for no more than one piece of work', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 8 }),
      fc.integer({ min: 10, max: 500 }),
      fc.integer({ min: 100, max: 900 }),
      async (most, milliseconds, pause) => {
        const seconds = milliseconds / 1000;
        const scene = new Scene({ most, share: 1, waitSeconds: A_DAY }, ({ who }) => {
          if (who === 'flood' && scene.now < 10) scene.ask(who, seconds);
        });
        // It was active before.
        scene.ask('other', 0.01);
        for (let times = 0; times < 200; times += 1) scene.ask('flood', seconds);
        for (let moment = pause / 1000; moment < 10; moment += pause / 1000) {
          await scene.until(moment);
          scene.ask('other', 0.01);
        }
        await scene.until(20);
        const waits = scene.pieces.flatMap(({ who, asked, begun }) =>
          who === 'other' ? [(begun ?? Number.NaN) - asked] : [],
        );
        for (const wait of waits) expect(wait).toBeLessThanOrEqual(seconds + 1e-9);
      },
    ),
    { numRuns: 30 },
  );
});

test('a tenant alone has all places; beside others half of them, and its share once its budget is used up', async () => {
  const scene = new Scene({ most: 8, share: 1, waitSeconds: A_DAY });
  const ask = (who: string, seconds: number) => {
    for (let times = 0; times < 20; times += 1) scene.ask(who, seconds);
  };
  ask('one', 0.1);
  expect(scene.runningOf('one')).toBe(8);
  await scene.until(1);
  scene.ask('two', 0.01);
  ask('one', 4);
  expect(scene.runningOf('one')).toBe(4);
  await scene.until(5.5);
  expect(scene.runningOf('one')).toBe(1);
  // The others get the rest.
  ask('two', 0.1);
  expect(scene.runningOf('two')).toBe(4);
  // Rest restores the budget.
  await scene.until(100);
  scene.ask('two', 0.01);
  ask('one', 1);
  expect(scene.runningOf('one')).toBeGreaterThan(1);
});

test('with a share of less than one place, who has used up its budget has just that part of one’s time, and nobody else waits', async () => {
  vi.useFakeTimers();
  const shares = new FairShares({ most: 8, share: 0.25, waitSeconds: A_DAY });
  const used = new Map<string, number>();
  const work = async (who: string, milliseconds: number) => {
    const asked = performance.now();
    const end = await shares.enter(who);
    const waited = performance.now() - asked;
    await new Promise((done) => setTimeout(done, milliseconds));
    end();
    used.set(who, (used.get(who) ?? 0) + milliseconds / 1000);
    return waited;
  };
  const flood = async () => {
    for (;;) await work('flood', 50);
  };
  // It was active before.
  await Promise.all([work('other', 10), vi.advanceTimersByTimeAsync(10)]);
  for (let times = 0; times < 50; times += 1) void flood();
  const waits: number[] = [];
  for (let second = 0; second < 100; second += 1) {
    void work('other', 10).then((waited) => waits.push(waited));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(waits).toEqual(Array(100).fill(0));
  // Five seconds of budget left.
  expect(used.get('flood')).toBeGreaterThan(25);
  expect(used.get('flood')).toBeLessThan(31);
  vi.clearAllTimers();
});

test('what a tenant over its share does begins in spare time: never while a payment is under way, yet it has most of its part', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          after: fc.integer({ min: 400, max: 900 }),
          lasts: fc.integer({ min: 1, max: 90 }),
          isPayment: fc.boolean(),
        }),
        { minLength: 60, maxLength: 60 },
      ),
      fc.integer({ min: 2, max: 120 }),
      async (others, milliseconds) => {
        vi.useFakeTimers();
        const spareTime = new SpareTime();
        const shares = new FairShares({ most: 8, share: 0.25, waitSeconds: A_DAY, spareTime });
        const pause = (time: number) => vi.advanceTimersByTimeAsync(time);
        let used = 0;
        let beganAt = Number.NaN;
        const flood = async () => {
          for (;;) {
            const end = await shares.enter('flood');
            beganAt = performance.now();
            await new Promise((done) => setTimeout(done, milliseconds));
            end();
            used += milliseconds;
          }
        };
        (shares.enter('other') as End)();
        for (let times = 0; times < 20; times += 1) void flood();
        // Its remaining budget is used up.
        for (let seconds = 0; seconds < 10; seconds += 1) {
          (shares.enter('other') as End)();
          await pause(1_000);
        }
        used = 0;
        const since = performance.now();
        for (const { after, lasts, isPayment } of others) {
          await pause(after);
          const end = isPayment ? spareTime.begin() : (shares.enter('other') as End);
          const moment = performance.now();
          await pause(lasts);
          expect(beganAt > moment).toBe(false);
          end();
          if (isPayment) (shares.enter('other') as End)();
        }
        const part = used / (performance.now() - since);
        vi.clearAllTimers();
        vi.useRealTimers();
        expect(part).toBeGreaterThan(0.25 * 0.6);
        expect(part).toBeLessThan(0.25 * 1.1);
      },
    ),
    { numRuns: 10 },
  );
});

test('who asks for one slow thing at a time is not refused, however busy others are', async () => {
  vi.useFakeTimers();
  const spareTime = new SpareTime();
  const shares = new FairShares({ most: 8, share: 0.25, waitSeconds: 2, spareTime });
  spareTime.begin();
  for (let times = 0; times < 30; times += 1) {
    (shares.enter('other') as End)();
    const entered = Promise.resolve(shares.enter('slow'));
    await vi.advanceTimersByTimeAsync(2_000);
    const end = await entered;
    await vi.advanceTimersByTimeAsync(2_500);
    end();
  }
});

test('what would wait for too long is refused before it waits, and only for whom it would', async () => {
  const scene = new Scene({ most: 4, share: 1, waitSeconds: 2 });
  scene.ask('other', 0.1);
  for (let times = 0; times < 4; times += 1) scene.ask('flood', 1);
  await scene.until(1);
  scene.ask('other', 0.1);
  await scene.until(3);
  let refused: unknown;
  for (let times = 0; times < 100 && !refused; times += 1) {
    try {
      scene.ask('flood', 1);
    } catch (error) {
      refused = error;
    }
  }
  expect(refused).toBeInstanceOf(Overloaded);
  expect((refused as Overloaded).seconds).toBeGreaterThan(2);
  expect(scene.shares.queued).toBeLessThan(40);
  scene.ask('other', 0.1);
  expect(scene.runningOf('other')).toBe(1);
});

test('what waits although it was not expected to is refused when its time is over, and leaves its place to others', async () => {
  vi.useFakeTimers();
  const shares = new FairShares({ most: 1, share: 1, waitSeconds: 2 });
  const end = shares.enter('one') as End;
  const waiting = shares.enter('two') as Promise<End>;
  const told = expect(waiting).rejects.toThrow(Overloaded);
  await vi.advanceTimersByTimeAsync(2_001);
  await told;
  expect(shares.queued).toBe(0);
  const next = shares.enter('three') as Promise<End>;
  end();
  expect(typeof (await next)).toBe('function');
});

test('a hundred thousand tenants are not remembered', async () => {
  const scene = new Scene({ most: 1, share: 1, waitSeconds: A_DAY });
  for (let serial = 0; serial < 100_000; serial += 1) {
    scene.now = serial;
    (scene.shares.enter(`tenant ${serial}`) as End)();
  }
  expect(scene.shares.size).toBeLessThan(2_001);
});
