// The chart makes processes that start: their settings are read and accepted, and everything finds what it names.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { loadConfig } from '../server/src/config.ts';
import { renderChart } from './helm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const chart = join(root, 'deploy/helm/daftar');
const read = (path) => readFileSync(join(root, 'deploy/helm', path), 'utf8');
const least = { publicUrl: 'https://pay.example.com', settings: { DAFTAR_S3_BUCKET: 'daftar' } };
const production = parse(read('examples/values-cnpg.yaml'));

const objectsOf = (values) => renderChart(chart, values).flatMap(({ object }) => object ?? []);
const podsOf = (objects) => objects.filter(({ spec }) => spec?.template).map(({ spec }) => spec.template);
const has = (labels, wanted) => Object.entries(wanted).every(([name, value]) => labels[name] === value);

describe.each([
  ['the least that is needed', least],
  ['the example for production', production],
])('with %s', (_, values) => {
  const objects = objectsOf(values);
  const pods = podsOf(objects);
  const one = (kind, name = '') =>
    objects.find((each) => each.kind === kind && each.metadata.name.endsWith(name));

  test('servers, a worker and the migration before them start with settings that are accepted', () => {
    expect(pods.map(({ metadata }) => metadata.labels['app.kubernetes.io/component']).sort()).toEqual([
      'migration',
      'server',
      'worker',
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'daftar-helm-'));
    const secrets = {
      DAFTAR_SECRET: 's'.repeat(40),
      DATABASE_URL: 'postgres://daftar:x@daftar-database-rw/daftar?sslmode=verify-full',
      DATABASE_DIRECT_URL: 'postgres://daftar:x@daftar-database-rw/daftar?sslmode=verify-full',
      DATABASE_READ_URL: 'postgres://daftar:x@daftar-database-read/daftar?sslmode=verify-full',
      SMTP_URL: 'smtps://mail.example.com',
    };
    for (const [name, value] of Object.entries(secrets)) writeFileSync(join(folder, name), value);
    for (const { spec } of pods) {
      const [container] = spec.containers;
      const mounted = container.volumeMounts.find(({ name }) => name === 'secret').mountPath;
      const asked = new Set();
      const given = Object.fromEntries(
        container.env.map(({ name, value }) => [name, value.replace(mounted, folder)]),
      );
      const get = (from, name) => {
        asked.add(name);
        return from[name];
      };
      const env = new Proxy({ NODE_ENV: 'production', ...given }, { get });
      expect(() => loadConfig(env)).not.toThrow();
      // Nothing is given that is not read, by the server or by Node.js itself, and nothing secret in the open.
      asked.add('NODE_EXTRA_CA_CERTS');
      expect(Object.keys(given).filter((name) => !asked.has(name))).toEqual([]);
      expect(Object.keys(given).filter((name) => name in secrets)).toEqual([]);
    }
    rmSync(folder, { recursive: true });
  });

  test('processes run as nobody, write nowhere but to a folder of their own, and are asked at ports that they have', () => {
    for (const { spec } of pods) {
      const [container] = spec.containers;
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const named = (container.ports ?? []).map(({ name }) => name);
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
        if (container[probe]) expect(named).toContain(container[probe].httpGet.port);
      expect(spec.volumes.map(({ name }) => name)).toEqual(container.volumeMounts.map(({ name }) => name));
    }
  });

  test('whatever selects processes selects those that it means, and no migration', () => {
    const selected = ({ matchLabels = {} }) =>
      pods
        .map(({ metadata }) => metadata.labels)
        .filter((labels) => has(labels, matchLabels))
        .map((labels) => labels['app.kubernetes.io/component']);
    expect(selected({ matchLabels: one('Service', '-daftar').spec.selector })).toEqual(['server']);
    const metrics = one('Service', '-metrics');
    if (metrics) expect(selected({ matchLabels: metrics.spec.selector })).toEqual(['server', 'worker']);
    expect(selected(one('PodDisruptionBudget').spec.selector)).toEqual(['server']);
    for (const role of ['server', 'worker'])
      expect(selected(one('Deployment', role).spec.selector)).toEqual([role]);
    expect(selected(one('NetworkPolicy').spec.podSelector).sort()).toEqual(['migration', 'server', 'worker']);
    for (const each of objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')) {
      const target = objects.find(
        ({ kind, metadata }) =>
          kind === each.spec.scaleTargetRef.kind && metadata.name === each.spec.scaleTargetRef.name,
      );
      // Two that set it would fight.
      expect(target.spec.replicas).toBeUndefined();
    }
  });

  test('a release migrates before its processes are replaced, by an account that is there by then', () => {
    const hook = (object) => object.metadata.annotations['helm.sh/hook'];
    const weight = (object) => Number(object.metadata.annotations['helm.sh/hook-weight']);
    const [migration, account] = [one('Job'), one('ServiceAccount')];
    expect([hook(migration), hook(account)]).toEqual(['pre-install,pre-upgrade', 'pre-install,pre-upgrade']);
    expect(weight(account)).toBeLessThan(weight(migration));
    expect(migration.spec.template.spec.containers[0].command.at(-1)).toBe('migrate');
    for (const { spec } of pods) expect(spec.serviceAccountName).toBe(account.metadata.name);
  });

  test('the schema of values takes these', () => {
    const schema = z.fromJSONSchema(JSON.parse(read('daftar/values.schema.json')));
    expect(schema.safeParse(values)).toMatchObject({ success: true });
    expect(schema.safeParse(parse(read('daftar/values.yaml')))).toMatchObject({ success: true });
    expect(schema.safeParse({ ...values, replicas: 3 })).toMatchObject({ success: false });
  });
});

test('the worker grows by how long jobs wait, which is a metric of ours', () => {
  const worker = objectsOf(production).find(
    ({ kind, metadata }) => kind === 'HorizontalPodAutoscaler' && metadata.name.endsWith('worker'),
  );
  const { metric, target } = worker.spec.metrics[0].external;
  expect(target).toEqual({ type: 'Value', value: '30' });
  // An autoscaler adds up the series that it is given, of which each process tells one.
  const [adapted] = parse(read('examples/values-prometheus-adapter.yaml')).rules.external;
  expect(adapted.seriesQuery.startsWith(`${metric.name}{`)).toBe(true);
  expect(adapted.metricsQuery).toMatch(/^max\(<<\.Series>>/);
  expect(readFileSync(join(root, 'server/src/platform/http/metrics.ts'), 'utf8')).toContain(
    `'${metric.name}'`,
  );
});

test('the database of the example takes the connections of as many processes as may run, also while commits stall', () => {
  const pools = readFileSync(join(root, 'server/src/pools.ts'), 'utf8');
  const size = (name) => Number(new RegExp(`^const ${name} = (\\d+);`, 'm').exec(pools)[1]);
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const pool = Number(/`DAFTAR_DATABASE_POOL` \| `(\d+)`/.exec(operations)[1]);
  const queues = Number(/worker up to (\d+) more for its queues/.exec(operations)[1]);
  // A listener, and notices and probes.
  const own = pool + size('LIMITS_POOL') + size('PATIENT_POOL') + size('DECISION_POOL') + 1 + 2;
  // One more while a release replaces them.
  const [servers, workers] = [production.server, production.worker].map(
    ({ autoscaling }) => autoscaling.max + 1,
  );
  const most = servers * own + workers * (own + queues) + (servers + workers) * pool;
  const [{ spec }] = parseAllDocuments(read('examples/cnpg.yaml')).map((each) => each.toJS());
  expect(Number(spec.postgresql.parameters.max_connections)).toBeGreaterThanOrEqual(most);
});

test('payers’ addresses are believed from the named proxies alone', () => {
  const named = (values) =>
    podsOf(objectsOf(values)).flatMap(({ spec }) =>
      spec.containers[0].env
        .filter(({ name }) => name === 'DAFTAR_TRUSTED_PROXIES')
        .map(({ value }) => value),
    );
  expect(named(least)).toEqual([]);
  expect(new Set(named(production))).toEqual(new Set(['10.0.0.0/8']));
});

const cluster = parseAllDocuments(read('examples/cnpg.yaml'))[0].toJS();

test('the certificate of the example’s database is verified: its authority is there for every process, without the key that signs', () => {
  for (const { spec } of podsOf(objectsOf(production))) {
    const [container] = spec.containers;
    const { secret } = spec.volumes.find(({ name }) => name === 'authorities');
    expect(secret).toMatchObject({
      secretName: `${cluster.metadata.name}-ca`,
      items: [{ key: 'ca.crt', path: 'ca.crt' }],
    });
    const { mountPath } = container.volumeMounts.find(({ name }) => name === 'authorities');
    expect(container.env).toContainEqual({ name: 'NODE_EXTRA_CA_CERTS', value: `${mountPath}/ca.crt` });
  }
  for (const { spec } of podsOf(objectsOf(least)))
    expect(spec.volumes.map(({ name }) => name)).not.toContain('authorities');
});

const { SMTP_URL: _, ...placed } = production.secret.external.keys;

test.each([
  ['publicUrl is needed', { publicUrl: '' }],
  ['DAFTAR_S3_BUCKET is needed', { settings: {} }],
  ['secret.keys has to name DATABASE_URL', { secret: { keys: ['DAFTAR_SECRET'] } }],
  ['secret.keys has to name DAFTAR_SECRET', { secret: { keys: ['DATABASE_URL'] } }],
  [
    'secret.external.keys has to say where SMTP_URL lies',
    { secret: { ...production.secret, external: { store: 'vault', keys: placed } } },
  ],
  ['networkPolicy.metricsFrom is needed', { networkPolicy: { metricsFrom: [] } }],
])('“%s”: what would not run is refused when it is installed', (problem, wrong) => {
  expect(() => renderChart(chart, { ...production, ...wrong })).toThrow(problem);
});

test('a policy lets the ingress in to pages and Prometheus to metrics, nobody else, and processes out to what they need alone', () => {
  const policyOf = (values) => objectsOf(values).find(({ kind }) => kind === 'NetworkPolicy').spec;
  const { ingressFrom, metricsFrom } = production.networkPolicy;
  const { ingress, ...rest } = policyOf(production);
  expect(ingress).toEqual([
    { ports: [{ port: 'http' }], from: ingressFrom },
    { ports: [{ port: 'metrics' }], from: metricsFrom },
  ]);
  expect(rest.policyTypes).toEqual(['Ingress', 'Egress']);
  const { egress: usual } = policyOf(least);
  const open = usual
    .filter(({ to }) => to === undefined)
    .flatMap(({ ports }) => ports.map(({ port }) => port));
  expect([...new Set(open)]).toEqual([53, 5432, 465, 587]);
  // Private networks and the metadata of clouds are not the web.
  const [web] = usual.filter(({ to }) => to !== undefined);
  expect(web.ports.map(({ port }) => port)).toEqual([80, 443]);
  expect(web.to[0].ipBlock.except).toContain('169.254.0.0/16');
  expect(policyOf({ ...least, networkPolicy: { egress: [] } })).toMatchObject({
    policyTypes: ['Ingress', 'Egress'],
    egress: [],
  });
  expect(policyOf(least).ingress).toEqual([{ ports: [{ port: 'http' }] }]);
  const egress = [{ to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }];
  expect(policyOf({ ...least, networkPolicy: { egress } })).toMatchObject({
    policyTypes: ['Ingress', 'Egress'],
    egress,
  });
});

test('large numbers among the settings stay whole numbers, and a port of the address is none of its host', () => {
  const objects = objectsOf({
    publicUrl: 'https://pay.example.com:8443',
    settings: { ...least.settings, DAFTAR_REQUESTS_PER_MINUTE: 1_000_000, DAFTAR_REQUIRE_TLS: 'yes' },
    ingress: { enabled: true },
  });
  for (const { spec } of podsOf(objects))
    expect(spec.containers[0].env).toEqual(
      expect.arrayContaining([
        { name: 'DAFTAR_REQUESTS_PER_MINUTE', value: '1000000' },
        { name: 'DAFTAR_REQUIRE_TLS', value: 'yes' },
      ]),
    );
  const { spec } = objects.find(({ kind }) => kind === 'Ingress');
  expect(spec.rules.map(({ host }) => host)).toEqual(['pay.example.com']);
});

test('Prometheus finds servers and workers, also those that are not ready, by the names that alerts have', () => {
  const objects = objectsOf(production);
  const monitor = objects.find(({ kind }) => kind === 'ServiceMonitor').spec;
  const found = objects.filter(
    ({ kind, metadata }) => kind === 'Service' && has(metadata.labels, monitor.selector.matchLabels),
  );
  expect(found.map(({ metadata }) => metadata.name)).toEqual(['daftar-daftar-metrics']);
  const { ports, publishNotReadyAddresses } = found[0].spec;
  expect(publishNotReadyAddresses).toBe(true);
  expect(ports.map(({ name }) => name)).toContain(monitor.endpoints[0].port);
  const { replacement } = monitor.endpoints[0].relabelings.find(({ targetLabel }) => targetLabel === 'job');
  const alerts = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8');
  for (const role of ['server', 'worker'])
    expect(alerts).toContain(`job="${replacement.replace('$1', role)}"`);
});

const helm = spawnSync('helm', ['version']).status === 0;
test.runIf(helm)('helm lint has nothing to say', () => {
  const values = join(root, 'deploy/helm/examples/values-cnpg.yaml');
  const { status, stdout } = spawnSync('helm', ['lint', '--strict', chart, '--values', values], {
    encoding: 'utf8',
  });
  expect(status, stdout).toBe(0);
});

test('every template is rendered by the example', () => {
  const files = readdirSync(join(chart, 'templates')).filter((name) => name.endsWith('.yaml'));
  const rendered = new Set(renderChart(chart, production).map(({ file }) => file));
  expect(files.filter((file) => !rendered.has(file))).toEqual([]);
});
