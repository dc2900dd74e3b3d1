import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { LinkedAccount } from '@upaj/contract/moderation/cases';
import { linkRules, type Flag } from '@upaj/contract/moderation/flags';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import type { PhotoHash } from '#src/platform/media/photo-hash.ts';
import { hashText } from './rules.ts';
import { thresholds } from './thresholds.ts';

/** The part of a finding that a flag stores. */
export interface FlagData {
  details: object;
  postIds: readonly string[];
  userIds: readonly string[];
}

const parts = ['part_1', 'part_2', 'part_3', 'part_4'] as const;

/**
 * Returns the condition that a photo of `post_photos` looks like the one with this hash. Photos look alike only when
 * one of the four parts of their hashes is equal, so the index of each part finds them.
 */
export function looksLike(hash: PhotoHash): RawBuilder<SqlBool> {
  const sought = hash.map((part) => sql<number>`${part}::int`);
  const isPartEqual = columnsOf('post_photos').map((column, index) => sql`${column} = ${sought[index]}`);
  return sql<SqlBool>`((${sql.join(isPartEqual, sql` or `)}) and ${areAlike(columnsOf('post_photos'), sought)})`;
}

/** The time since when a post has had a photo, for queries that join both. */
const photoSince = sql<Date>`coalesce(post_photos.added_at, posts.created_at)`;

/**
 * Selects posts of other accounts that had a photo which looks like this one before its post had it. Those that came
 * later are copies of it, and prove nothing against it.
 */
export function selectEarlierAlike(
  trx: Transaction,
  { name, postId, hash }: { name: string; postId: string; hash: PhotoHash },
  authorId: string,
) {
  return trx
    .selectFrom('post_photos')
    .innerJoin('posts', 'posts.id', 'post_photos.post_id')
    .where(looksLike(hash))
    .where('author_id', '!=', authorId)
    .where(
      sql<SqlBool>`(${photoSince}, post_photos.post_id) < (
        select coalesce(own.added_at, own_posts.created_at), own.post_id
        from post_photos own join posts own_posts on own_posts.id = own.post_id
        where own.post_id = ${postId} and own.name = ${name})`,
    );
}

/**
 * The condition that a post got its photo after the removed post had it, and that its author did not have it earlier
 * still. For queries that join all three tables.
 */
export const isAfterRemoved = sql<SqlBool>`(
  case when removed_posts.added_at is null then post_photos.post_id > removed_posts.post_id
  else (${photoSince}, post_photos.post_id) > (removed_posts.added_at, removed_posts.post_id) end
  and posts.author_id != all (removed_posts.earlier_author_ids))`;

/** The condition that the photos of a row of `removed_posts` and a row of `post_photos` look the same. */
export const isCopy = areAlike(columnsOf('removed_posts'), columnsOf('post_photos'));

function columnsOf(table: 'post_photos' | 'removed_posts') {
  return parts.map((part) => sql.ref<number>(`${table}.${part}`));
}

function areAlike(
  one: readonly RawBuilder<number>[],
  other: readonly RawBuilder<number>[],
): RawBuilder<SqlBool> {
  const differing = one.map((part, index) => sql`bit_count((${part} # ${other[index]})::bit(16))`);
  return sql<SqlBool>`${sql.join(differing, sql` + `)} <= ${thresholds.photoBits}`;
}

/** The part of a finding about accounts that a flag stores. */
interface LinkData {
  details: { rule: LinkedAccount['rule']; hours?: number };
  userIds: readonly string[];
}

/** How many authors who had a photo earlier are stored with it at most. */
const mostEarlier = 50;

/** Finds the other authors who had the post's photos before it, by the name of the photo. */
async function findEarlierAuthors(
  postId: string,
  authorId: string,
  trx: Transaction,
): Promise<Map<string, string[]>> {
  const photos = await trx.selectFrom('post_photos').selectAll().where('post_id', '=', postId).execute();
  const authors = new Map<string, string[]>();
  for (const { name, part_1, part_2, part_3, part_4 } of photos) {
    const photo = { name, postId, hash: [part_1, part_2, part_3, part_4] as const };
    const rows = await selectEarlierAlike(trx, photo, authorId)
      .select('posts.author_id')
      .distinct()
      .limit(mostEarlier)
      .execute();
    authors.set(
      name,
      rows.map((row) => row.author_id),
    );
  }
  return authors;
}

/**
 * Stores the hashes of a post that a moderator hides, so that its later copies are hidden too. Authors who had its
 * photos before are stored with them: the post was a copy of theirs.
 */
export async function rememberRemoved(postId: string, trx: Transaction): Promise<void> {
  const post = await trx
    .selectFrom('posts')
    .select(['author_id as authorId', 'title', 'description'])
    .where('id', '=', postId)
    .executeTakeFirst();
  if (!post) return;
  for (const [photo, earlier] of await findEarlierAuthors(postId, post.authorId, trx))
    await trx
      .insertInto('removed_posts')
      .columns(['post_id', 'photo', 'text_hash', ...parts, 'added_at', 'earlier_author_ids'])
      .expression((eb) =>
        eb
          .selectFrom('post_photos')
          .innerJoin('posts', 'posts.id', 'post_photos.post_id')
          .select((of) => ['post_photos.post_id', 'name', of.val(hashText(post)).as('text_hash'), ...parts])
          .select([photoSince.as('added_at'), sql<string[]>`${earlier}::uuid[]`.as('earlier_author_ids')])
          .where('post_id', '=', postId)
          .where('name', '=', photo),
      )
      .onConflict((conflict) =>
        conflict.columns(['post_id', 'photo']).doUpdateSet({ text_hash: hashText(post) }),
      )
      .execute();
}

export async function forgetRemoved(postId: string, trx: Transaction): Promise<void> {
  await trx.deleteFrom('removed_posts').where('post_id', '=', postId).execute();
}

/** The index `flags_linked` has the same condition. */
const linksAccounts = sql<SqlBool>`rule in (${sql.join(linkRules.map((rule) => sql.lit(rule)))})`;

/** Finds which of the people a flag about a device or address names together with another account, in pairs. */
export async function findLinks(db: Database, personIds: readonly string[]): Promise<[string, string][]> {
  const ids = sql<string[]>`${personIds}::text[]`;
  const rows = await db
    .selectFrom('flags')
    .select(['thing_id as flagged', sql<string[]>`data -> 'userIds'`.as('named')])
    .where(linksAccounts)
    .where((eb) =>
      eb.or([eb('thing_id', '=', eb.fn.any(eb.val(personIds))), sql<SqlBool>`data -> 'userIds' ?| ${ids}`]),
    )
    .orderBy('created_at', 'desc')
    .limit(flagsRead)
    .execute();
  return rows.flatMap(({ flagged, named }) => {
    const all = [flagged, ...named];
    return all
      .filter((id) => personIds.includes(id))
      .flatMap((id) => all.filter((other) => other !== id).map((other): [string, string] => [id, other]));
  });
}

const shown = 20;
const mostLinked = 10;
/** How many of the newest flags linked accounts are read from at most. Each flag names at most five accounts. */
const flagsRead = 50;

/**
 * Finds the accounts that share a flag about a device or address with the person, whether it is about the person or
 * names them.
 */
export async function findLinkedAccounts(db: Database, personId: string): Promise<LinkedAccount[]> {
  const rows = await db
    .selectFrom('flags')
    .select(['thing_id as flagged', 'data'])
    .where(linksAccounts)
    .where((eb) =>
      eb.or([
        eb('thing_id', '=', personId),
        sql<SqlBool>`data -> 'userIds' @> jsonb_build_array(${personId}::text)`,
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(flagsRead)
    .execute();
  const links = rows.flatMap(({ flagged, data }) => {
    const { details, userIds } = data as unknown as LinkData;
    return [flagged, ...userIds].map((_id) => ({ _id, rule: details.rule, hours: details.hours ?? null }));
  });
  const people = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(links.map(({ _id }) => _id)))))
    .where('id', '!=', personId)
    .where('deleted_at', 'is', null)
    .execute();
  return linkRules
    .flatMap((rule) => links.filter((link) => link.rule === rule))
    .filter(({ _id }, index, all) => all.findIndex((link) => link._id === _id) === index)
    .flatMap((link) =>
      people.filter(({ id }) => id === link._id).map(({ username }) => ({ ...link, username })),
    )
    .slice(0, mostLinked);
}

/** Finds the flags of a case as moderators read them, with the compared posts and people that still exist. */
export async function findFlags(db: Database, caseId: string): Promise<Flag[]> {
  const rows = await db
    .selectFrom('flags')
    .select(['id', 'data', 'created_at'])
    .where('case_id', '=', caseId)
    .orderBy('weight', 'desc')
    .orderBy('id')
    .limit(shown)
    .execute();
  const flags = rows.map((row) => ({ ...row, data: row.data as unknown as FlagData }));
  const posts = await db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'title', 'username'])
    .where((eb) => eb('posts.id', '=', eb.fn.any(eb.val(flags.flatMap(({ data }) => data.postIds)))))
    .execute();
  const people = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(flags.flatMap(({ data }) => data.userIds)))))
    .where('deleted_at', 'is', null)
    .execute();
  return flags.map(({ id, data, created_at: at }) => {
    const related = [
      ...posts
        .filter((post) => data.postIds.includes(post.id))
        .map(({ id: postId, title, username }) => ({ username, postId, title })),
      ...people
        .filter((person) => data.userIds.includes(person.id))
        .map(({ username }) => ({ username, postId: null, title: '' })),
    ];
    return { ...data.details, _id: id, createdAt: at.toJSON(), related } as Flag;
  });
}
