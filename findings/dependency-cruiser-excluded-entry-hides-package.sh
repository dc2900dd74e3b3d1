#!/bin/sh
# dependency-cruiser 18.7.2 with kysely 0.29.9, on Node 24.21.0
#
# Behaviour: `exclude: dist/`, meant for one's own builds, also silences each rule about a package whose entry is in a
# folder dist, such as kysely: an import that a rule forbids by the package's name passes without a word.
# Expected: the edge to the package stays in the graph (its modules are not followed anyway), so the rule still finds it.
# Seen: without exclude 1 violation, with exclude 0
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module", "dependencies": { "dependency-cruiser": "18.7.2", "kysely": "0.29.9", "node": "24.21.0" } }' > package.json
npm install --silent --no-audit --no-fund
PATH=$folder/node_modules/node/bin:$folder/node_modules/.bin:$PATH
mkdir src
echo "import { sql } from 'kysely'; export const one = sql.lit(1);" > src/one.js
write() {
  cat > "$1" << JS
export default {
  forbidden: [{ name: 'no-kysely', severity: 'error', from: {}, to: { path: 'node_modules/kysely' } }],
  options: { doNotFollow: { path: 'node_modules' } $2 },
};
JS
}
write plain.mjs ""
write excluding.mjs ", exclude: { path: 'dist/' }"
count() {
  depcruise --config "$1" --output-type json src | node -p 'JSON.parse(require("fs").readFileSync(0)).summary.violations.length'
}
seen="without exclude $(count plain.mjs) violation, with exclude $(count excluding.mjs)"
echo "$seen"
[ "$seen" = "without exclude 1 violation, with exclude 0" ]
