#!/bin/sh
# Takes a backup of one moment while everything runs: the database first, then the files, so that no row names bytes that the
# backup lacks. Files in a bucket are the bucket's own to keep (versioning, replication).
#   DATABASE_URL or DATABASE_DIRECT_URL, BACKUP_DIR (default /var/backups/daftar), BACKUP_DAYS (default 14), DAFTAR_DATA_DIR
# Prints the folder it made. Beside it, archive WAL for what happens between two backups: see docs/operations.md.
set -eu
umask 077
url=${DATABASE_DIRECT_URL:-${DATABASE_URL:-}}
# As the processes take it from a file that a vault's agent writes.
file=${DATABASE_DIRECT_URL_FILE:-${DATABASE_URL_FILE:-}}
[ -n "$url" ] || [ -z "$file" ] || url=$(cat "$file")
: "${url:?DATABASE_URL must be set}"
folder=${BACKUP_DIR:-/var/backups/daftar}
days=${BACKUP_DAYS:-14}
name=$(date -u +%Y%m%dT%H%M%SZ)
began=$(date +%s)
mkdir -p "$folder"
unfinished="$folder/.$name.unfinished"
trap 'rm -rf "$unfinished"' EXIT INT TERM
mkdir "$unfinished"

pg_dump --format=custom --no-owner --no-privileges --lock-wait-timeout=30s --file="$unfinished/database.dump" "$url"
# Read it through: a dump that cannot be listed is none.
pg_restore --list "$unfinished/database.dump" >/dev/null
if [ -z "${DAFTAR_S3_BUCKET:-}" ] && [ -d "${DAFTAR_DATA_DIR:-/var/lib/daftar}/files" ]; then
  tar --create --gzip --file="$unfinished/files.tar.gz" --directory="${DAFTAR_DATA_DIR:-/var/lib/daftar}" files
fi
(cd "$unfinished" && sha256sum -- * >SHA256SUMS)
mv "$unfinished" "$folder/$name"
# For /metrics and the alert BackupOld. A backup is one also when this cannot be noted.
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --command "insert into upkeep (what, seconds)
  values ('backup', $(($(date +%s) - began))) on conflict (what) do update set at = now(), seconds = excluded.seconds" \
  "$url" || echo "The backup could not be noted in the database." >&2
# Only when a new one is whole are old ones let go of.
find "$folder" -mindepth 1 -maxdepth 1 -type d -name '2*Z' -mtime "+$days" -exec rm -rf {} +
echo "$folder/$name"
