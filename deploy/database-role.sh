#!/bin/sh
# Create the nodes' role and the database that the role owns. The PostgreSQL image runs this script once, on an empty
# volume. The role has no other privileges. The nodes do not know the superuser's password.
set -eu
password=$(cat "${DATABASE_PASSWORD_FILE:-/run/secrets/database_password}")
psql -q -v ON_ERROR_STOP=1 -v password="$password" --no-password --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role rivalhold login password :'password';
create database rivalhold owner rivalhold;
revoke all on database rivalhold from public;
SQL
