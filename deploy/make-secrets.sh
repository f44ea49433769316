#!/bin/sh
# Creates random secrets for deploy/compose.yaml in deploy/secrets (or the given folder). Existing ones are
# never changed. Only the owner can enter the folder, but its files are readable, since each container has its
# own user.
set -eu
folder=${1:-$(dirname "$0")/secrets}
umask 022
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
for one in node.env superuser-password database-password redis.conf store-keys.json; do
  if [ -e "$one" ]; then
    echo "$folder/$one is there already; nothing was changed." >&2
    exit 1
  fi
done
database=$(random) redis=$(random) key=$(random) secret=$(random)
random > superuser-password
printf '%s' "$database" > database-password
printf 'bind * -::*\nprotected-mode yes\nrequirepass %s\nsave ""\nappendonly no\nmaxmemory 384mb\nmaxmemory-policy noeviction\n' "$redis" > redis.conf
printf '{"identities":[{"name":"rivalhold","credentials":[{"accessKey":"%s","secretKey":"%s"}],"actions":["Read:rivalhold","Write:rivalhold","List:rivalhold"]}]}\n' "$key" "$secret" > store-keys.json
cat > node.env.new <<END
DATABASE_URL=postgres://rivalhold:$database@database:5432/rivalhold
REDIS_URL=redis://:$redis@redis:6379
SESSION_SECRET=$(random)$(random)
METRICS_TOKEN=$(random)
S3_ACCESS_KEY_ID=$key
S3_SECRET_ACCESS_KEY=$secret
SMTP_URL=
END
chmod 600 node.env.new
mv node.env.new node.env
echo "Made in $folder. Now set SMTP_URL in node.env, and lay the certificate there as tls.crt and tls.key."
