#!/bin/sh
# For compose.yaml, run once when the cluster is made: a role and a database for the product. Afterwards nobody is superuser by
# password; `docker compose exec database psql -U postgres` is, from inside.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username postgres --set password="$POSTGRES_PASSWORD" <<'SQL'
create role daftar login password :'password';
create database daftar owner daftar;
alter role postgres password null;
SQL
