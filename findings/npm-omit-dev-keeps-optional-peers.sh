#!/bin/sh
# npm 11.19.1 with better-auth 1.7.5 and mysql2 3.22.6
#
# Behaviour: `npm ci --omit=dev` installs a development dependency when a production dependency names it as an optional
# peer. better-auth names 18 such packages, test runners and databases among them. `--omit=optional` leaves them out too.
# Expected: what is only in devDependencies is never installed with --omit=dev, whoever could use it.
# Seen: omit=dev keeps mysql2; omit=dev,optional leaves it out
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix tool npm@11.19.1
npm=$folder/tool/node_modules/.bin/npm
mkdir app
cd app
cat > package.json << 'JSON'
{ "private": true, "dependencies": { "better-auth": "1.7.5" }, "devDependencies": { "mysql2": "3.22.6" } }
JSON
"$npm" install --silent --no-audit --no-fund --package-lock-only
state() {
  "$npm" ci --silent --no-audit --no-fund "$@"
  if [ -d node_modules/mysql2 ]; then echo "keeps mysql2"; else echo "leaves it out"; fi
}
seen="omit=dev $(state --omit=dev); omit=dev,optional $(state --omit=dev --omit=optional)"
echo "$seen"
[ "$seen" = "omit=dev keeps mysql2; omit=dev,optional leaves it out" ]
