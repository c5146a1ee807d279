// The configuration of each machine of deploy/ha, by its own files with their places changed to a folder of this machine.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapted, deploy } from '../site.mjs';
import { MACHINES } from './network.mjs';
import { prepareArchive } from './point-in-time.mjs';

/** `NAME=value` lines of a file of deploy/ha. */
export const settingsOf = (text) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z]\w*=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Makes folders and files of one user below a folder. */
export const placeIn = (folder) => ({
  folder,
  ownFolder(path, ids) {
    mkdirSync(join(folder, path), { recursive: true, mode: 0o700 });
    chownSync(join(folder, path), ids.uid, ids.gid);
    return join(folder, path);
  },
  ownFile(path, text, ids, mode = 0o600) {
    writeFileSync(join(folder, path), text, { mode });
    chownSync(join(folder, path), ids.uid, ids.gid);
    return join(folder, path);
  },
});

/** @returns the programs of a machine with a database, and what pgBackRest is run with there */
export function configureDatabase(place, machine, { postgres, secrets, password, archive }) {
  const { folder, ownFolder, ownFile } = place;
  const here = ownFolder(machine, postgres);
  const address = MACHINES[machine];
  // The files are those of db-a; in the list of all members its address stays.
  const mine = (file) =>
    settingsOf(
      readFileSync(join(deploy, file), 'utf8')
        .replace(/NAME=db-a/, `NAME=${machine}`)
        .replace(/(?<!db-a=http:\/\/)10\.87\.0\.11/g, address),
    );
  const etcd = mine('ha/etcd.env');
  etcd.ETCD_DATA_DIR = ownFolder(`${machine}/etcd`, postgres);
  const script = ownFile(
    `${machine}/make-database.sh`,
    readFileSync(join(deploy, 'ha/make-database.sh')),
    postgres,
    0o700,
  );
  ownFile(`${machine}/role.sql`, readFileSync(join(deploy, 'postgres/role.sql')), postgres);
  const archiving = archive ? prepareArchive(folder, machine, postgres) : { parameters: '', env: {} };
  const config = adapted('ha/patroni.yml', [
    ['/var/lib/postgresql/15/daftar', join(here, 'data')],
    ['/var/lib/postgresql/.pgpass-patroni', join(here, 'pgpass')],
    ['unix_socket_directories: /var/run/postgresql', `unix_socket_directories: ${here}`],
    ['/etc/patroni/make-database.sh', script],
    // Others work on this machine as well; and its kernel lends us no watchdog.
    ['wal_keep_size: 1GB', 'wal_keep_size: 256MB\n        shared_buffers: 64MB'],
    ...(archive
      ? [['        wal_level: replica', `        wal_level: replica\n${archiving.parameters}`]]
      : []),
    ['mode: automatic', 'mode: off'],
  ]);
  const env = {
    ...mine('ha/patroni.env'),
    PATRONI_SUPERUSER_PASSWORD: secrets.superuser,
    PATRONI_REPLICATION_PASSWORD: secrets.replication,
    PATRONI_REWIND_PASSWORD: secrets.rewind,
    PATRONI_RESTAPI_PASSWORD: secrets.rest,
    DAFTAR_PASSWORD: password,
    ...archiving.env,
    LC_ALL: 'C.UTF-8',
  };
  const file = ownFile(`${machine}/patroni.yml`, config, postgres);
  // As systemd and switch-over.sh read it.
  const settings = Object.entries(env).map(([name, value]) => `${name}='${value}'\n`);
  ownFile(`${machine}/patroni.env`, settings.join(''), postgres);
  return {
    programs: {
      etcd: { command: ['etcd'], env: { ...etcd, GOMAXPROCS: '1' }, user: postgres },
      patroni: { command: ['patroni', file], env, user: postgres },
    },
    archiveEnv: archiving.env,
  };
}

/** @returns the programs of a machine with a server, but for the server and nginx */
export function configureApplication(place, machine, { plain, postgres, password }) {
  const { folder, ownFolder, ownFile } = place;
  ownFolder(machine, plain);
  const list = ownFile(`${machine}/userlist.txt`, `"daftar" "${password}"\n`, postgres);
  const ini = adapted('ha/pgbouncer.ini', [
    ['/etc/pgbouncer/userlist.txt', list],
    ['listen_port = 6432', 'listen_port = 6432\nunix_socket_dir ='],
  ]);
  const pgbouncer = ownFile(`${machine}/pgbouncer.ini`, ini, postgres, 0o644);
  chmodSync(join(folder, machine), 0o755);
  const cfg = join(folder, machine, 'haproxy.cfg');
  writeFileSync(
    cfg,
    adapted('ha/haproxy.cfg', [['    log /dev/log local0 notice\n', '    log stdout format raw local0\n']]),
  );
  return {
    pgbouncer: { command: ['pgbouncer', pgbouncer], user: postgres },
    haproxy: { command: ['haproxy', '-db', '-f', cfg] },
  };
}

/** nginx on the first machine, by deploy/nginx/daftar.conf, with a certificate nobody else trusts. @returns its program */
export function configureNginx({ ownFolder }, plain) {
  const web = ownFolder('app-a/nginx', plain);
  const pair = ['-keyout', join(web, 'privkey.pem'), '-out', join(web, 'fullchain.pem')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  execFileSync('openssl', [...made, ...pair], { stdio: 'ignore' });
  for (const each of ['privkey.pem', 'fullchain.pem']) chownSync(join(web, each), plain.uid, plain.gid);
  copyFileSync(join(deploy, 'ha/upstream.conf'), join(web, 'upstream.conf'));
  const site = adapted('nginx/daftar.conf', [
    ['/etc/nginx/daftar-upstream.conf', join(web, 'upstream.conf')],
    ['/etc/nginx/certificates', web],
    ['/var/log/nginx', web],
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((each) => `${each}_temp_path ${join(web, each)};`)
    .join(' ');
  writeFileSync(
    join(web, 'nginx.conf'),
    `daemon off; user nobody nogroup; pid ${join(web, 'pid')}; error_log ${join(web, 'error.log')} warn; worker_processes 1;
events { worker_connections 1024; }
http { access_log off; include /etc/nginx/mime.types; ${temporary}\n${site}\n}\n`,
  );
  return { command: ['nginx', '-c', join(web, 'nginx.conf'), '-e', join(web, 'error.log')] };
}
