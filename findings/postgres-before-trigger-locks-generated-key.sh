#!/bin/sh
# @electric-sql/pglite 0.5.16 (PostgreSQL 18; PostgreSQL 15 does the same)
#
# Behaviour: in a table with a unique generated column, a trigger BEFORE UPDATE OF one column changes the lock of every
# update, also of those that do not fire it: they lock the row as a change of its key does, so that inserting a row that
# refers to it waits. Two transactions that update one row each and then refer to both rows deadlock.
# Expected: an update of a column without a trigger, a key or a part of the generated column locks as before.
# Seen: without a trigger: key lock false; trigger after updates: key lock false; trigger before updates: key lock true
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module", "dependencies": { "@electric-sql/pglite": "0.5.16" } }' > package.json
npm install --silent --no-audit --no-fund
cat > try.js << 'JS'
import { PGlite } from '@electric-sql/pglite';
import { pageinspect } from '@electric-sql/pglite/contrib/pageinspect';

const db = await PGlite.create({ extensions: { pageinspect } });
await db.exec(`
  create extension pageinspect;
  create function pass() returns trigger language plpgsql as 'begin return new; end';
`);
/** The flag 0x2000 of a row that was replaced says that its key was locked. */
async function isKeyLocked(trigger) {
  await db.exec(`
    create table people (
      id int primary key, name text, followers int default 0, deleted_at date,
      member_id int unique generated always as (case when deleted_at is null then id end) stored);
    insert into people (id, name) values (1, 'Asha');
    ${trigger && `create trigger passes ${trigger} update of name on people for each row execute function pass();`}
    update people set followers = followers + 1;
  `);
  const page = `heap_page_items(get_raw_page('people', 0))`;
  const { rows } = await db.query(`select t_infomask2 & 8192 > 0 as locked from ${page} order by lp limit 1`);
  await db.exec('drop table people');
  return rows[0].locked;
}
const [none, after, before] = [await isKeyLocked(''), await isKeyLocked('after'), await isKeyLocked('before')];
console.log(`without a trigger: key lock ${none}; trigger after updates: key lock ${after}; trigger before updates: key lock ${before}`);
process.exit(!none && !after && before ? 0 : 1);
JS
node try.js
