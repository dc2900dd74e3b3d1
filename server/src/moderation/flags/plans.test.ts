import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#src/platform/db/connection.ts';
import { removePhotoHashes } from '#src/trade/photo-hashes/rows.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { observe, planOf, type Observed } from '#test/plans.ts';
import { insertPeople, insertPosts } from '#test/rows.ts';
import { findLinkedAccounts } from './rows.ts';
import * as store from './store.ts';

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const meta = { skippedBecause: 'the embedded database has the same planner' };

let database: TestDatabase;
let observed: Observed;
let personId: string;
let postId: string;

beforeAll(async () => {
  if (!isOnPostgres) return;
  database = await openTestDatabase();
  const { db } = database;
  observed = await observe(database);
  const [author = ''] = await insertPeople(db, 1);
  personId = author;
  const [first = ''] = await insertPosts(db, author, 4_000);
  postId = first;
  const bits = sql`(random() * 65535)::int`;
  await sql`
    insert into post_photos (name, post_id, part_1, part_2, part_3, part_4)
    select md5(random()::text), id, ${bits}, ${bits}, ${bits}, ${bits} from posts, generate_series(1, 5)`.execute(
    db,
  );
  await sql`insert into post_texts select id, md5(id::text) from posts`.execute(db);
  await sql`
    insert into removed_posts (post_id, photo, text_hash, part_1, part_2, part_3, part_4)
    select post_id, name, md5(name), part_1, part_2, part_3, part_4 from post_photos`.execute(db);
  await sql`
    insert into cases (id, kind, user_id, person_id) values (${author}, 'user', ${author}, ${author})`.execute(
    db,
  );
  await sql`
    insert into flags (id, case_id, rule, thing_id, found_in, weight, data)
    select gen_random_uuid(), ${author}, 'same-address', gen_random_uuid(), '', 1,
      jsonb_build_object('details', '{"rule": "same-address", "hours": 24}'::jsonb, 'userIds', jsonb_build_array(gen_random_uuid()))
    from generate_series(1, 20000)`.execute(db);
  await sql`vacuum analyze`.execute(db);
});

afterAll(async () => {
  await observed?.close();
  await database?.close();
});

const hash = [1, 2, 3, 4] as const;
const lookUps: Record<string, [(trx: Transaction) => Promise<unknown>, indexes: string[]]> = {
  'same photo': [
    (trx) => store.findSamePhoto({ name: 'a photo', postId, hash }, personId, trx),
    ['post_photos_1', 'post_photos_2', 'post_photos_3', 'post_photos_4'],
  ],
  'same text': [
    (trx) => store.findSameText({ postId, authorId: personId }, 'a hash', trx),
    ['post_texts_text'],
  ],
  'removed copy': [
    (trx) => store.findRemoved(postId, 'a hash', trx),
    ['removed_posts_text', 'post_photos_pkey'],
  ],
  'photos of posts': [(trx) => store.findPhotos([postId], trx), ['post_photos_pkey']],
  'removed photos of a post': [(trx) => removePhotoHashes(postId, ['a'], trx), ['post_photos_pkey']],
  'short texts': [(trx) => store.removeTexts([postId], trx), ['post_texts_pkey']],
  'linked accounts': [
    (trx) => findLinkedAccounts(trx, personId),
    ['flags_linked', 'flags_thing_id_rule_found_in_key'],
  ],
};

test.runIf(isOnPostgres).each(Object.entries(lookUps))(
  'the look-up of %s uses its index',
  { meta },
  async (_, [run, indexes]) => {
    await observed.db.transaction().execute((trx) => {
      observed.queries.length = 0;
      return run(trx);
    });
    const [query] = observed.queries;
    if (!query) throw new Error('No query was seen');
    const nodes = await planOf(database, query, { analyze: false });
    expect(nodes.flatMap((node) => node['Index Name'] ?? [])).toEqual(expect.arrayContaining(indexes));
    const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
    expect(scanned.map((node) => node['Relation Name'])).toEqual([]);
  },
);
