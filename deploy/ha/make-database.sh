#!/bin/sh
# /etc/patroni/make-database.sh: run once by Patroni, when the cluster has been made. Makes the product's role, which is no
# superuser, its database and its limits. $1: the superuser's connection; DAFTAR_PASSWORD: the role's password
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set password="${DAFTAR_PASSWORD:?}" "$1" <<'SQL'
create role daftar login password :'password';
create database daftar owner daftar;
SQL
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set role=daftar "$1" <"$(dirname "$0")/role.sql"
