import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { userColumns } from '#src/people/personal-data.ts';
import { databaseForTests } from '#test/hooks.ts';
import { listColumns, listReferences } from '#test/schema.ts';
import { personalTables, retentionRules } from './register.ts';

const database = databaseForTests();
let columns: { table: string; name: string }[];
beforeAll(async () => {
  columns = await listColumns(database.db);
});

const namesOf = (table: string) => columns.filter((column) => column.table === table).map(({ name }) => name);

test('every column of users is in the register', () => {
  expect(Object.keys(userColumns).sort()).toEqual(namesOf('users').sort());
});

test('every table is in the register, with every column that refers to a person', async () => {
  const tables = new Set(columns.map(({ table }) => table));
  expect(Object.keys(personalTables).sort()).toEqual([...tables].filter((name) => name !== 'users').sort());
  const byConversation = ['messages.sender_id', 'messages.receiver_id'];
  const references = [...(await listReferences(database.db, 'users')), ...byConversation];
  const registered = Object.entries(personalTables).flatMap(([table, { people }]) =>
    Object.keys(people).map((column) => `${table}.${column}`),
  );
  expect(registered.sort()).toEqual(references.sort());
});

test('docs/retention.md says of every table how long its rows stay, and which go nightly', async () => {
  const page = await readFile(new URL('../../../../docs/retention.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| (\w+) +\| (\S.*?) +\| (.*?) *\|$/gm)].slice(1);
  expect(rows.map(([, table]) => table)).toEqual([...new Set(columns.map(({ table }) => table))].sort());
  const nightly = rows.flatMap(([, table, , why]) => (why?.startsWith('nightly') ? [table] : []));
  expect(nightly).toEqual([...new Set(retentionRules.map(({ table }) => table))].sort());
});

test('every entry of the register can be carried out', () => {
  for (const [table, { people, secrets = [], why }] of Object.entries(personalTables)) {
    expect(namesOf(table)).toEqual(expect.arrayContaining([...secrets]));
    if (Object.keys(people).length === 0) expect(why).toBeTruthy();
    for (const { onDeletion, why: reason } of Object.values(people)) {
      expect(reason).toBeTruthy();
      if (typeof onDeletion === 'object')
        expect(namesOf(table)).toEqual(expect.arrayContaining(Object.keys(onDeletion.emptied)));
    }
  }
});

test('secrets are not exported', () => {
  const given = Object.entries(personalTables).flatMap(([table, { people, secrets = [] }]) =>
    Object.values(people).some(({ isExported }) => isExported)
      ? namesOf(table).filter((name) => !secrets.includes(name))
      : [],
  );
  const ownGiven = Object.entries(userColumns).filter(([, { isExported }]) => isExported);
  const names = [...given, ...ownGiven.map(([name]) => name)];
  expect(names.filter((name) => /token$|password|hash|secret|fingerprint/.test(name))).toEqual([]);
});
