#!/bin/sh
# Run once by PostgreSQL's image, on an empty volume: makes the role that the nodes are, and the database that it owns.
# It may do nothing else; the superuser's password is used by nobody but you.
set -eu
password=$(cat "${DATABASE_PASSWORD_FILE:-/run/secrets/database_password}")
psql -q -v ON_ERROR_STOP=1 -v password="$password" --no-password --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role rivalhold login password :'password';
create database rivalhold owner rivalhold;
revoke all on database rivalhold from public;
SQL
