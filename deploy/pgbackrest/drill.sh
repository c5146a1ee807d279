#!/bin/sh
# Proves that a moment can be restored: takes the moment of ten minutes ago back into a spare folder, checks that it is that
# moment and that the ledger holds, says how long it took, and notes it for /metrics. Touches neither database nor archive.
#   As the user postgres, on a machine with pgbackrest.conf, PostgreSQL's programs, a release and daftar.env; not where the
#   primary is, whose disks it would keep busy.
#   DRILL_FOLDER (default /var/lib/postgresql/drill; emptied), DRILL_MOMENT (default: ten minutes ago),
#   DAFTAR_SECRET, DATABASE_DIRECT_URL or DATABASE_URL (where it is noted; without one it is not)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
release=${DRILL_RELEASE:-$(cd "$here/../.." && pwd)}
folder=${DRILL_FOLDER:-/var/lib/postgresql/drill}
moment=$(date -u -d "${DRILL_MOMENT:-10 minutes ago}" +%Y-%m-%dT%H:%M:%SZ)
url=${DATABASE_DIRECT_URL:-${DATABASE_URL:-}}
file=${DATABASE_DIRECT_URL_FILE:-${DATABASE_URL_FILE:-}}
[ -n "$url" ] || [ -z "$file" ] || url=$(cat "$file")
bin=${PGBIN:-$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)}
end() {
  [ ! -f "$folder/postmaster.pid" ] || "$bin/pg_ctl" --pgdata="$folder" --mode=immediate --silent stop || true
  rm -rf "$folder"
}
case $folder in /*/*) ;; *) echo "DRILL_FOLDER must be a folder of its own." >&2; exit 1 ;; esac
if [ -e "$folder" ] && [ ! -f "$folder/restored.conf" ] && [ -n "$(ls -A "$folder")" ]; then
  echo "$folder is in use and was not made by a drill." >&2
  exit 1
fi
end
trap end EXIT INT TERM
began=$(date +%s)
"$here/restore-to.sh" "$moment" "$folder"
# The processes write a row every few seconds: the newest says which moment it is.
short=$(psql --no-psqlrc -XAtq -h "$folder" -p 5499 -v ON_ERROR_STOP=1 -c \
  "select coalesce(extract(epoch from timestamptz '$moment' - max(at))::int, 999999) from write_probe" daftar)
if [ "$short" -lt 0 ] || [ "$short" -gt 60 ]; then
  echo "What was restored ends $short s before $moment." >&2
  exit 1
fi
restored="postgres://postgres@localhost:5499/daftar?host=$folder"
unset DATABASE_URL_FILE DATABASE_DIRECT_URL_FILE
(cd "$release" && DATABASE_URL="$restored" DATABASE_DIRECT_URL="$restored" DAFTAR_DATABASE_PREPARE=yes \
  node server/dist/ledger-check.js)
took=$(($(date +%s) - began))
[ -z "$url" ] || psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --command "insert into upkeep (what, seconds)
  values ('drill', $took) on conflict (what) do update set at = now(), seconds = excluded.seconds" "$url"
echo "The database of $moment is back in $took s, ends $short s before it, and its ledger holds."
