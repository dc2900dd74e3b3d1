import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { foldText } from '@upaj/contract/fold-text';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { databaseForTests } from '#test/hooks.ts';
import { copyMigrations } from '#test/migrations.ts';
import { changeUser, insertPeople, insertPosts } from '#test/rows.ts';
import { insertWanted } from '#test/wanted.ts';
import { migrate } from './migrate.ts';

const database = databaseForTests();

test('the database folds texts as searches do', async () => {
  const blocks = [
    [0x20, 0x7f],
    [0x600, 0x700],
    [0x900, 0xe00],
    [0x1c50, 0x1c80],
    [0x200b, 0x2010],
    [0xabc0, 0xac00],
  ] as const;
  const letters = blocks.flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, index) => String.fromCharCode(from + index)),
  );
  const texts = [
    ...letters.map((letter) => `a${letter}b`),
    ...letters.map((letter) => `क${letter}\u093c\u09be\u0d4d\u0d4d`),
  ];
  const { rows } = await sql<{ folded: string }>`
    select fold_text(written) as folded from unnest(${texts}::text[]) with ordinality listed (written, place)
    order by place`.execute(database.db);
  const differing = texts.filter((text, index) => rows[index]?.folded !== foldText(text));
  expect(differing).toEqual([]);
});

/** The release before this migration. */
async function openEarlier() {
  const earlier = await openTestDatabase({ isMigrated: false });
  onTestFinished(earlier.close);
  await migrate(earlier.db, { folder: await copyMigrations((name) => name < '0042') });
  return earlier;
}

const onion = 'পেঁ\u09dfাজ';
const composed = onion.normalize('NFC');
const folded = foldText(onion);

test('the migration repairs what is stored', async () => {
  const { db } = await openEarlier();
  const [farmer = '', twin = '', third = ''] = await insertPeople(db, 3);
  await changeUser(db, farmer, { full_name: onion, major_product: onion, username: onion });
  await changeUser(db, twin, { username: 'ব\u09dcি' });
  await changeUser(db, third, { username: 'বড\u09bcি' });
  await insertPosts(db, farmer, 1_500, () => ({ title: 'Onion', crop_key: 'onion', tags: [] }));
  const [post = ''] = await insertPosts(db, farmer, 1, () => ({
    title: onion,
    crop_key: onion,
    tags: [onion, composed, 'fresh'],
    search_text: `${onion} ${composed}\n${onion}`,
  }));
  const wanted = await insertWanted(db, farmer, { note: onion });
  const search = { id: uuidv7(), user_id: farmer, query: '{}', crop_key: onion, state: '' };
  const filter = JSON.stringify({ words: [onion], cropKeys: [onion], state: 'Punjab' });
  await db
    .insertInto('saved_searches')
    .values({ ...search, filter })
    .execute();

  await migrate(db);

  const read = (table: 'users' | 'posts' | 'wanted_posts' | 'saved_searches', id: string) =>
    db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(await read('users', farmer)).toMatchObject({
    full_name: composed,
    major_product: composed,
    username: composed,
    search_name: `${folded}\n${folded}`,
    search_product: folded,
  });
  expect(await read('users', twin)).toMatchObject({ username: 'ব\u09dcি' });
  expect(await read('posts', post)).toMatchObject({
    title: composed,
    crop_key: folded,
    tags: [composed, 'fresh'],
    search_text: `${folded} ${folded}\n${folded}`,
  });
  const words = await db.selectFrom('post_words').select(['word', 'rank']).where('post_id', '=', post);
  expect(await words.execute()).toEqual([{ word: folded, rank: 1 }]);
  expect(await read('wanted_posts', wanted)).toMatchObject({
    note: composed,
    search_text: `wheat wheat ${folded}`,
  });
  expect(await read('saved_searches', search.id)).toMatchObject({
    crop_key: folded,
    filter: { words: [folded], cropKeys: [folded], state: 'Punjab' },
  });
});

test('what the release before stores is folded', async () => {
  const { db } = database;
  const [farmer = ''] = await insertPeople(db, 1);
  const [post = ''] = await insertPosts(db, farmer, 1, () => ({
    search_text: `${onion.normalize('NFC')}\n१२`,
  }));
  const found = db.selectFrom('posts').select('search_text').where('id', '=', post);
  expect(await found.executeTakeFirst()).toEqual({ search_text: `${folded}\n12` });
});
