#!/bin/sh
# Run once by the PostgreSQL image, on an empty volume: creates the nodes' role and the database that it owns.
# The role has no other privileges; only you use the superuser's password.
set -eu
password=$(cat "${DATABASE_PASSWORD_FILE:-/run/secrets/database_password}")
psql -q -v ON_ERROR_STOP=1 -v password="$password" --no-password --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role rivalhold login password :'password';
create database rivalhold owner rivalhold;
revoke all on database rivalhold from public;
SQL
