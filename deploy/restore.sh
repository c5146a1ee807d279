#!/bin/sh
# Restores a backup into an empty database and proves the ledger on it. Never over data that is there.
#   DATABASE_URL or DATABASE_DIRECT_URL: the empty database; DAFTAR_DATA_DIR: where files go
# Usage: deploy/restore.sh <folder of the backup>
set -eu
umask 077
backup=${1:?Usage: deploy/restore.sh <folder of the backup>}
url=${DATABASE_DIRECT_URL:-${DATABASE_URL:-}}
# As the processes take it from a file that a vault's agent writes.
file=${DATABASE_DIRECT_URL_FILE:-${DATABASE_URL_FILE:-}}
[ -n "$url" ] || [ -z "$file" ] || url=$(cat "$file")
: "${url:?DATABASE_URL must be set}"
release=$(cd "$(dirname "$0")/.." && pwd)

(cd "$backup" && sha256sum --check --quiet SHA256SUMS)
tables=$(psql --no-psqlrc --tuples-only --no-align --command \
  "select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')" "$url")
if [ "$tables" -ne 0 ]; then
  echo "The database has $tables tables already: restore into an empty one, then point DATABASE_URL there." >&2
  exit 1
fi
pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname="$url" "$backup/database.dump"
# Plans need figures about the rows, which a dump does not carry.
psql --no-psqlrc --quiet --command 'set statement_timeout = 0' \
  --command 'set client_min_messages = error' --command 'analyze' "$url"
if [ -f "$backup/files.tar.gz" ]; then
  data=${DAFTAR_DATA_DIR:?DAFTAR_DATA_DIR must be set: the backup has files}
  if [ -e "$data/files" ]; then
    echo "$data/files is there already: move it away first." >&2
    exit 1
  fi
  mkdir -p "$data"
  tar --extract --gzip --file="$backup/files.tar.gz" --directory="$data"
fi
if [ ! -f "$release/server/dist/ledger-check.js" ]; then
  echo "Restored. Nothing of the product is here: prove the ledger with ledger-check.js of a release." >&2
  exit 0
fi
cd "$release"
node server/dist/ledger-check.js
