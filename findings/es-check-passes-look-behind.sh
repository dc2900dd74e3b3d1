#!/bin/sh
# es-check 9.8.1
#
# Behaviour: `checkBrowser --checkFeatures` for Safari 16 passes a script with a look-behind in a regular expression, which
# Safari reads since 16.4 only.
# Expected: the command refuses the script, as it does a class static block, which Safari also has since 16.4.
# Seen: look-behind for Safari 16: passed; class static block for Safari 16: refused
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "dependencies": { "es-check": "9.8.1" } }' > package.json
npm install --silent --no-audit --no-fund
echo 'export const price = /(?<=₹)\d+/.exec("₹2100");' > look-behind.js
echo 'export class Price { static { Price.unit = "kg"; } }' > static-block.js
check() {
  if npx es-check checkBrowser "$1" --module --checkFeatures --browserslistQuery='safari >= 16' > /dev/null 2>&1
  then echo passed
  else echo refused
  fi
}
behind=$(check look-behind.js)
block=$(check static-block.js)
echo "look-behind for Safari 16: $behind; class static block for Safari 16: $block"
[ "$behind" = passed ] && [ "$block" = refused ]
