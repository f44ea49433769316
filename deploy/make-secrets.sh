#!/bin/sh
# Create random secrets for deploy/compose.yaml in deploy/secrets or the given folder, and empty files for optional
# secrets. Do nothing if the folder exists. Only the folder's owner can enter it. The files in it are readable for
# everyone, because each container runs as a different user.
set -eu
folder=${1:-$(dirname "$0")/secrets}
if [ -e "$folder" ]; then
  echo "$folder exists; nothing was changed." >&2
  exit 1
fi
umask 022
mkdir -p "$folder.new"
chmod 700 "$folder.new"
(
  cd "$folder.new"
  random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
  database=$(random) redis=$(random) key=$(random) secret=$(random)
  random > superuser-password
  printf '%s' "$database" > database-password
  printf 'postgres://rivalhold:%s@database:5432/rivalhold' "$database" > database-url
  printf 'bind * -::*\nprotected-mode yes\nrequirepass %s\nsave ""\nappendonly no\nmaxmemory 384mb\nmaxmemory-policy noeviction\n' "$redis" > redis.conf
  printf 'redis://:%s@redis:6379' "$redis" > redis-url
  printf '%s' "$key" > s3-access-key-id
  printf '%s' "$secret" > s3-secret-access-key
  printf '{"identities":[{"name":"rivalhold","credentials":[{"accessKey":"%s","secretKey":"%s"}],"actions":["Read:rivalhold","Write:rivalhold","List:rivalhold"]}]}\n' "$key" "$secret" > store-keys.json
  { random; random; } > session-secret
  random > metrics-token
  touch smtp-url stripe-secret-key stripe-webhook-secret giphy-api-key
)
mv "$folder.new" "$folder"
