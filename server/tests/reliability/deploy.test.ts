/** What `deploy/` says about the product is what the product does: its metrics, its separate roles, its own listener. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../src/platform/paths.ts';
import { createTestDatabase, type TestDatabase } from '../kit/platform/database.ts';
import { send } from './client.ts';
import { type Bundle, buildBundle, freePort, type Product, spawnProduct, startProduct } from './product.ts';

let database: TestDatabase;
let bundle: Bundle;
let server: Product;
let worker: Product;
let serverHealth: string;
let workerHealth: string;

async function start(role: 'server' | 'worker'): Promise<[Product, string]> {
  const port = String(await freePort());
  const env = {
    DATABASE_URL: database.url,
    DAFTAR_SECRET: 's'.repeat(40),
    DAFTAR_ROLE: role,
    DAFTAR_METRICS_PORT: port,
  };
  return [await startProduct(bundle, env), `http://127.0.0.1:${port}`];
}

beforeAll(async () => {
  [database, bundle] = await Promise.all([createTestDatabase(), buildBundle()]);
  [[server, serverHealth], [worker, workerHealth]] = await Promise.all([start('server'), start('worker')]);
});
afterAll(async () => {
  for (const product of [server, worker]) {
    product?.kill('SIGTERM');
    await product?.ended;
  }
  await database?.drop();
});

const fileOf = (path: string) => readFileSync(join(projectRoot, 'deploy', path), 'utf8');

/** Names of time series in an expression; functions, labels and words of the language are none. */
function metricsIn(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|"[^"]*"|\b(?:by|without)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/\b([a-z]+_[a-z0-9_]+)\b(?!\s*\()/g)].map(([, name]) => name!);
}

describe('metrics', () => {
  let told: Set<string>;
  let labels: Set<string>;
  beforeAll(async () => {
    const raw = (await Promise.all([serverHealth, workerHealth].map((at) => send(at, '/metrics'))))
      .map((reply) => reply.raw)
      .join('\n');
    // Of metrics with labels there are no lines before the first is counted, but their types are told.
    const types = [...raw.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    told = new Set(
      types.flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
      ),
    );
    await send(server.origin, '/login');
    const { raw: after } = await send(serverHealth, '/metrics');
    labels = new Set(
      [...after.matchAll(/^http_request_duration_seconds_count\{(.*)\}/gm)].map(([, each]) => each!),
    );
  });

  test('every metric that an alert uses is exported', () => {
    const named = [...fileOf('prometheus/alerts.yml').matchAll(/expr:\s*(?:>-\n((?: {10}.*\n)+)|(.*))/g)];
    expect(named.length).toBeGreaterThan(10);
    const metrics = named.flatMap(([, block, line]) => metricsIn((block ?? line)!));
    expect(metrics.length).toBeGreaterThan(10);
    expect(metrics.filter((name) => !told.has(name))).toEqual([]);
  });

  test('every metric that an objective is measured by is exported, and every figure that an alert reads is recorded', () => {
    const file = fileOf('prometheus/objectives.yml');
    const recorded = new Set([...file.matchAll(/record: "([\w:]+)"/g)].map(([, name]) => name));
    const read = [...file.matchAll(/(?<!")\bdaftar:[\w:]+/g)].map(([name]) => name);
    expect(read.length).toBeGreaterThan(10);
    expect(read.filter((name) => !recorded.has(name))).toEqual([]);
    const metrics = metricsIn(file).filter((name) => name.startsWith('http_'));
    expect(metrics.length).toBeGreaterThan(20);
    expect(metrics.filter((name) => !told.has(name))).toEqual([]);
  });

  test('every metric that a dashboard uses is exported, by the product or by postgres_exporter', () => {
    const exporter = fileOf('prometheus/postgres-exporter.txt').match(/^pg_\w+$/gm) ?? [];
    expect(exporter.length).toBeGreaterThan(100);
    const known = new Set([...told, ...exporter]);
    const boards = readdirSync(join(projectRoot, 'deploy/grafana'));
    expect(boards.length).toBeGreaterThanOrEqual(5);
    for (const board of boards) {
      const { panels } = JSON.parse(fileOf(`grafana/${board}`)) as {
        panels: { title: string; targets: { expr: string }[] }[];
      };
      const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
      const metrics = expressions.filter((each) => !each.startsWith('daftar:')).flatMap(metricsIn);
      expect(metrics.length, board).toBeGreaterThan(5);
      // Several databases and processes tell the same: each thing is one of the ten once.
      const ten = expressions.filter((each) => each.startsWith('topk('));
      expect(
        ten.filter((each) => !/^topk\(10, (?:histogram_quantile\(0\.95, )?(?:sum|max) by /.test(each)),
      ).toEqual([]);
      expect(
        metrics.filter((name) => !known.has(name)),
        board,
      ).toEqual([]);
    }
  });

  test('requests are counted with the labels that alerts and dashboard filter by', () => {
    expect([...labels].some((each) => /method="GET",route=".+",status="200"/.test(each))).toBe(true);
  });

  test('payments are what payers send, without what processors tell, and every route that is filtered by is there', async () => {
    const asked = [
      ['GET', '/pay/x'],
      ['POST', '/pay/x'],
      ['GET', '/pay/x/y/status'],
      ['POST', '/pay/x/y/code'],
      ['POST', '/pay/callbacks/sandbox/x'],
      ['GET', '/store/x'],
      ['GET', '/sandbox/store/x'],
      ['POST', '/api/merchant/login'],
      ['POST', '/api/ops/login'],
    ] as const;
    for (const [method, path] of asked) await send(server.origin, path, { method });
    const { raw } = await send(serverHealth, '/metrics');
    const routes = new Set(
      [...raw.matchAll(/^http_request_duration_seconds_count\{method="\w+",route="([^"]+)"/gm)].map(
        ([, route]) => route!,
      ),
    );
    const files = ['prometheus/alerts.yml', 'prometheus/objectives.yml'].map(fileOf);
    const boards = readdirSync(join(projectRoot, 'deploy/grafana')).map((name) =>
      fileOf(`grafana/${name}`).replaceAll('\\"', '"'),
    );
    const filters = [...files, ...boards].flatMap((text) => [...text.matchAll(/route=~?"([^"]+)"/g)]);
    const matched = Object.fromEntries(
      filters.map(([, filter]) => [
        filter!,
        [...routes].filter((route) => new RegExp(`^(?:${filter})$`).test(route)).sort(),
      ]),
    );
    expect(matched).toEqual({
      '/pay/:token': ['/pay/:token'],
      '/pay/:token.*': ['/pay/:token', '/pay/:token/:attempt/:action', '/pay/:token/:attempt/status'],
      '(/sandbox)?/store.*': ['/sandbox/store/:slug', '/store/:slug'],
      '.*/login': ['/api/merchant/login', '/api/ops/login'],
    });
  });

  test('a worker exports the metrics of the queue as well', async () => {
    const { raw } = await send(workerHealth, '/metrics');
    for (const name of ['waiting', 'oldest_seconds', 'failing', 'given_up'])
      expect(raw).toMatch(new RegExp(`^daftar_jobs_${name} \\d`, 'm'));
    expect(raw).toMatch(/^daftar_database_up 1$/m);
  });

  test('waiting, failing and given-up jobs are counted', async () => {
    await database.sql`
      insert into graphile_worker._private_tasks (identifier) values ('nobody-does-this') on conflict do nothing`;
    await database.sql`
      insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, run_at)
      select t.id, n.attempts, 25, now() - interval '5 minutes'
        from graphile_worker._private_tasks t, (values (0), (3), (25)) n (attempts)
       where t.identifier = 'nobody-does-this'`;
    const { raw } = await send(serverHealth, '/metrics');
    const figure = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(raw)?.[1]);
    expect(figure('daftar_jobs_waiting')).toBe(2);
    expect(figure('daftar_jobs_failing')).toBe(1);
    expect(figure('daftar_jobs_given_up')).toBe(1);
    expect(figure('daftar_jobs_oldest_seconds')).toBeGreaterThanOrEqual(300);
    expect(figure('daftar_task_waiting\\{task="nobody-does-this"\\}')).toBe(2);
    expect(figure('daftar_task_oldest_seconds\\{task="nobody-does-this"\\}')).toBeGreaterThanOrEqual(300);
  });

  test('backups and drills that were noted have an age, and what does not exist is not reported', async () => {
    const read = async () => (await send(serverHealth, '/metrics')).raw;
    expect(await read()).not.toMatch(/^daftar_(upkeep|archive)_/m);
    await database.sql`insert into upkeep (what, at, seconds) values ('backup', now() - interval '2 hours', 31)`;
    const figure = (raw: string, name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(raw)?.[1]);
    const raw = await read();
    expect(Math.round(figure(raw, 'daftar_upkeep_age_seconds\\{what="backup"\\}') / 60)).toBe(120);
    expect(figure(raw, 'daftar_upkeep_duration_seconds\\{what="backup"\\}')).toBe(31);
    expect(figure(raw, 'daftar_replication_standbys')).toBe(0);
    expect(raw).not.toMatch(/^daftar_archive_/m);
  });

  test('the age of the oldest message is reported while no message of its channel is sent, but not for one bad address among others', async () => {
    const message = (channel: string, state: string, minutes: number) => {
      const sealed = state === 'sent' ? null : Buffer.from('sealed');
      const at = new Date(Date.now() - minutes * 60_000);
      return database.sql`
        insert into messages (merchant_id, channel, recipient, locale, subject, sealed, state, created_at)
        values (1, ${channel}, 'x', 'en', '', ${sealed}, ${state}, ${at})`;
    };
    const ages = async () => {
      const { raw } = await send(workerHealth, '/metrics');
      const age = (channel: string) =>
        Number(new RegExp(`^daftar_outbox_oldest_seconds.channel="${channel}". (.*)$`, 'm').exec(raw)?.[1]);
      return [age('email'), age('sms')].map((seconds) => Math.floor(seconds / 60));
    };
    expect(await ages()).toEqual([0, 0]);
    await message('email', 'failed', 50);
    await message('email', 'sent', 40);
    await message('sms', 'sent', 60);
    await message('sms', 'failed', 50);
    await message('sms', 'queued', 5);
    expect(await ages()).toEqual([0, 50]);
    await message('email', 'failed', 30);
    expect(await ages()).toEqual([30, 50]);
    await message('sms', 'sent', 1);
    expect(await ages()).toEqual([30, 0]);
  });
});

describe('roles', () => {
  test('a worker serves its health on its own port, and nothing else', async () => {
    expect((await send(workerHealth, '/healthz')).status).toBe(200);
    expect((await send(workerHealth, '/readyz')).body).toEqual({
      status: 'ok',
      database: true,
      writes: true,
    });
    expect((await send(workerHealth, '/api/lookups')).status).toBe(404);
    await expect(send(worker.origin, '/healthz')).rejects.toThrow();
  });

  test('a server runs no jobs: those it adds wait for a worker', async () => {
    const lockedBy = await database.sql`select application_name from pg_stat_activity
      where datname = current_database() and application_name like 'daftar-worker-%'`;
    expect(lockedBy.length).toBeGreaterThan(0);
    worker.kill('SIGTERM');
    expect(await worker.ended).toEqual({ code: 0, signal: null });
    const left = await database.sql`select from pg_stat_activity
      where datname = current_database() and application_name like 'daftar-worker-%'`;
    expect(left.length).toBe(0);
  });

  test('a metrics port in use is reported under the name of its setting', async () => {
    const taken = new URL(serverHealth).port;
    const second = await spawnProduct(bundle, {
      DATABASE_URL: database.url,
      DAFTAR_SECRET: 's'.repeat(40),
      DAFTAR_METRICS_PORT: taken,
    });
    expect((await second.ended).code).toBe(1);
    expect(second.output()).toContain(
      `Port ${taken} is in use; stop what listens there or set DAFTAR_METRICS_PORT`,
    );
  });
});

test('a command migrates before the processes of a release start', async () => {
  const env = { DATABASE_URL: database.url, DAFTAR_SECRET: 's'.repeat(40) };
  const told = await new Promise<string>((resolve, reject) => {
    const ops = join(dirname(bundle.main), 'ops.js');
    execFile(process.execPath, [ops, 'migrate'], { env }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
  expect(told).toBe('Migrations applied: 0\n');
});
