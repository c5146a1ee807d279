#!/bin/sh
# Puts another release in the place of the running one, without a failed request: one server after the other is taken out of
# nginx, ended, started anew and let in again once it is ready. The worker comes first: the first process migrates.
#   /opt/daftar/releases/<name> is made by deploy/release.mjs; /opt/daftar/current leads to the running one.
# Usage: deploy/upgrade.sh <release>    (also the way back, as long as no migration says otherwise in CHANGELOG.md)
set -eu
release=${1:?Usage: deploy/upgrade.sh <release folder>}
# Where things are on a machine set up as deploy/README.md says; the rehearsal has its own.
current=${DAFTAR_CURRENT:-/opt/daftar/current}
upstream=${DAFTAR_UPSTREAM:-/etc/nginx/daftar-upstream.conf}
ports=${DAFTAR_PORTS:-4001 4002}
reload=${DAFTAR_RELOAD:-nginx -t -q && nginx -s reload}
restart_server=${DAFTAR_RESTART_SERVER:-systemctl restart daftar-server@%}
restart_worker=${DAFTAR_RESTART_WORKER:-systemctl restart daftar-worker}

[ -f "$release/server/dist/main.js" ] || { echo "$release is no release." >&2; exit 1; }

# All servers but the one that is named.
lead_to_all_but() {
  for port in $ports; do
    if [ "$port" = "$1" ]; then echo "server 127.0.0.1:$port down;"; else echo "server 127.0.0.1:$port;"; fi
  done >"$upstream.new"
  mv "$upstream.new" "$upstream"
  sh -c "$reload"
}

is_ready() {
  node -e 'fetch(process.argv[1]).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))' "http://127.0.0.1:$1/readyz"
}

wait_until_ready() {
  tries=0
  until is_ready "$1"; do
    tries=$((tries + 1))
    if [ "$tries" -ge 120 ]; then
      echo "The server at port $1 is not ready after a minute: the others go on with the release before." >&2
      exit 1
    fi
    sleep 0.5
  done
}

ln -sfn "$release" "$current.new"
mv -T "$current.new" "$current"
sh -c "$restart_worker"
for port in $ports; do
  lead_to_all_but "$port"
  # nginx lets its old workers finish what they have; the server finishes what reaches it.
  sleep 1
  sh -c "$(echo "$restart_server" | sed "s/%/$port/g")"
  wait_until_ready "$port"
done
lead_to_all_but none
echo "Running $(cat "$release/RELEASE" 2>/dev/null || echo "$release")"
