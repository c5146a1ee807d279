#!/bin/sh
# Takes a backup by pgBackRest and notes it for /metrics. As the user postgres, on each machine with a database; whichever
# has the primary does it.
# Usage: back-up.sh full|diff    (PGHOST, PGPORT: the database here; default /var/run/postgresql, 5432)
set -eu
type=${1:?Usage: back-up.sh full|diff}
export PGHOST="${PGHOST:-/var/run/postgresql}"
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --dbname="${PGDATABASE:-daftar}" "$@"; }
if [ "$(ask --command 'select pg_is_in_recovery()')" = t ]; then
  echo "The primary is elsewhere: nothing to do."
  exit 0
fi
began=$(date +%s)
pgbackrest --stanza=daftar --type="$type" backup
took=$(($(date +%s) - began))
ask --command "insert into upkeep (what, seconds) values ('backup', $took)
  on conflict (what) do update set at = now(), seconds = excluded.seconds"
echo "A backup ($type) took $took s."
