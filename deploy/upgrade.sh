#!/bin/sh
# Puts another release in the place of the running one, without a failed request: one server after the other is ended and
# started anew. A server that ends first tells nginx, with each answer, to let go of its connection, then takes no more; nginx
# goes to the other one meanwhile. It is not reloaded, because that would cut connections of clients who are about to ask.
# The migration comes first, while every process of the release before goes on: the queue would wait for it in a worker that
# has been ended. However long it takes (an index over millions of rows), nothing waits. Then the worker, then the servers.
#   /opt/daftar/releases/<name> is made by deploy/release.mjs; /opt/daftar/current leads to the running one.
# Usage: deploy/upgrade.sh <release>    (also the way back, as long as CHANGELOG.md does not say that a migration stands against it)
set -eu
release=${1:?Usage: deploy/upgrade.sh <release folder>}
# Where things are on a machine set up as deploy/README.md says; the rehearsal has its own.
current=${DAFTAR_CURRENT:-/opt/daftar/current}
ports=${DAFTAR_PORTS:-4001 4002}
restart_server=${DAFTAR_RESTART_SERVER:-systemctl restart daftar-server@%}
restart_worker=${DAFTAR_RESTART_WORKER:-systemctl restart daftar-worker}
migrate=${DAFTAR_MIGRATE:-sudo -u daftar node --env-file=/etc/daftar/daftar.env server/dist/ops.js migrate}
# Seconds for which a proxy goes on taking a server for dead that was away: more than the fail_timeout of ha/upstream.conf.
# Were the next one ended meanwhile, nobody would be left.
distrust=3
# Empty: no worker runs on this machine, and one on another has been upgraded before.
worker_port=${DAFTAR_WORKER_METRICS_PORT-9400}

[ -f "$release/server/dist/main.js" ] || { echo "$release is no release." >&2; exit 1; }

is_ready() {
  node -e 'fetch(process.argv[1]).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))' "http://127.0.0.1:$1/readyz"
}

# The process at port $1, for $2 seconds at most.
wait_until_ready() {
  tries=0
  until is_ready "$1"; do
    tries=$((tries + 1))
    if [ "$tries" -ge $(($2 * 2)) ]; then
      echo "The process at port $1 is not ready after $2 s: the others go on with the release before." >&2
      exit 1
    fi
    sleep 0.5
  done
}

if [ -n "$worker_port" ]; then
  echo "Migrating." >&2
  (cd "$release" && sh -c "$migrate")
fi
ln -sfn "$release" "$current.new"
mv -T "$current.new" "$current"
if [ -n "$worker_port" ]; then
  sh -c "$restart_worker"
  echo "Waiting for the worker." >&2
  wait_until_ready "$worker_port" 3600
fi
for port in $ports; do
  # Never both at once: the one before is ready, or this is not reached.
  sh -c "$(echo "$restart_server" | sed "s/%/$port/g")"
  wait_until_ready "$port" 60
  sleep "$distrust"
done
echo "Running $(cat "$release/RELEASE" 2>/dev/null || echo "$release")"
