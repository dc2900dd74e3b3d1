#!/bin/sh
# @electric-sql/pglite 0.5.16
#
# Behaviour: `query()` sends each statement unnamed, so PGlite parses and plans the same text at every call. Planning then
# costs more than running: of twenty rows from a join of five small tables, most of the time. Named by the protocol's own
# messages (`execProtocol`), the statement is planned once, and after five calls PostgreSQL keeps one plan.
# Expected: an embedded database with one connection keeps the plans of repeated statements, as SQLite's and
# PostgreSQL's drivers can.
# Seen: query() needs 6.2 times the processor time of the named statement
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module", "dependencies": { "@electric-sql/pglite": "0.5.16" } }' > package.json
npm install --silent --no-audit --no-fund
cat > try.js << 'JS'
import { PGlite, protocol } from '@electric-sql/pglite';
const { serialize } = protocol;
const db = await PGlite.create();
for (const table of ['a', 'b', 'c', 'd', 'e'])
  await db.exec(`create table ${table} (id int primary key, name text); insert into ${table} select n, 'n' || n from generate_series(1, 1000) n; analyze ${table}`);
const text = `select a.name, b.name, c.name, d.name, e.name from a join b using (id) join c using (id) join d using (id) join e using (id)
  where a.id > $1 order by a.id limit 20`;
await db.execProtocol(serialize.parse({ name: 'named', text }));
await db.execProtocol(serialize.sync());
const byName = async () => {
  for (const message of [serialize.bind({ statement: 'named', values: ['5'] }), serialize.execute({}), serialize.sync()])
    await db.execProtocol(message);
};
const times = async (call) => {
  for (let i = 0; i < 50; i += 1) await call();
  const before = process.cpuUsage();
  for (let i = 0; i < 300; i += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};
const ratio = (await times(() => db.query(text, [5]))) / (await times(byName));
await db.close();
console.log(`query() needs ${ratio.toFixed(1)} times the processor time of the named statement`);
process.exit(ratio > 2 ? 0 : 1);
JS
node try.js
