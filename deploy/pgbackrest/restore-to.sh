#!/bin/sh
# Restores the database as it was at a moment into an empty folder, replays WAL up to it, and leaves it running there, alone:
# on a socket in that folder, archiving nothing. It reads the archive and never writes to it.
#   As the user postgres. PGBIN: PostgreSQL's programs (default: the newest in /usr/lib/postgresql)
# Usage: restore-to.sh <moment, as 2026-11-26T09:30:00+02:00> <empty folder>
# Afterwards: psql -h <folder> -p 5499 daftar;  pg_ctl -D <folder> stop
set -eu
umask 077
moment=${1:?Usage: restore-to.sh <moment> <empty folder>}
folder=${2:?Usage: restore-to.sh <moment> <empty folder>}
bin=${PGBIN:-$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)}
mkdir -p "$folder"
if [ -n "$(ls -A "$folder")" ]; then
  echo "$folder is not empty." >&2
  exit 1
fi
began=$(date +%s)
# Restored without links to anywhere else; the moment in PostgreSQL's own writing.
target=$(date -u -d "$moment" '+%Y-%m-%d %H:%M:%S.%6N+00')
# A spool and locks of its own: those of this machine may be in use by a database that archives.
spool=$folder/restored_spool
get="pgbackrest --stanza=daftar --pg1-path=$folder --spool-path=$spool --lock-path=$spool archive-get %f \"%p\""
pgbackrest --stanza=daftar --pg1-path="$folder" --type=time --target="$target" --target-action=promote \
  --archive-mode=off --recovery-option=restore_command="$get" restore
mkdir "$spool"
restored=$(date +%s)

# What recovery requires to be as large as at the primary, which may have had it from Patroni's command line.
settings=$("$bin/pg_controldata" "$folder" | sed -n 's/^\(max_[a-z_]*\) setting: *\([0-9]*\)$/-c \1=\2/p' | sed 's/_xacts=/_transactions=/; s/_xact=/_transaction=/' | tr '\n' ' ')
printf 'local all all trust\n' >"$folder/restored_hba.conf"
printf '' >"$folder/restored_ident.conf"
# Patroni's postgresql.conf may name files of another machine: the default is enough here.
printf '# Restored by restore-to.sh\n' >"$folder/restored.conf"
"$bin/pg_ctl" --pgdata="$folder" --log="$folder/restored.log" --silent --timeout=3600 start --options="\
  -c config_file=$folder/restored.conf -c data_directory=$folder -c hba_file=$folder/restored_hba.conf \
  -c ident_file=$folder/restored_ident.conf -c listen_addresses= -c unix_socket_directories=$folder -c port=5499 \
  -c archive_mode=off -c synchronous_standby_names= -c primary_conninfo= -c hot_standby=on $settings" || {
  tail -n 20 "$folder/restored.log" >&2
  exit 1
}
tries=0
until [ "$(psql --no-psqlrc -XAtq -h "$folder" -p 5499 -c 'select pg_is_in_recovery()' postgres 2>/dev/null)" = f ]; do
  tries=$((tries + 1))
  # It answers before it is there, and ends where the archive does not reach the moment.
  if [ "$tries" -gt 7200 ] || ! "$bin/pg_ctl" --pgdata="$folder" status > /dev/null; then
    tail -n 20 "$folder/restored.log" >&2
    exit 1
  fi
  sleep 0.5
done
echo "Restored to $target into $folder: $((restored - began)) s for the files, $(($(date +%s) - restored)) s for the WAL."
