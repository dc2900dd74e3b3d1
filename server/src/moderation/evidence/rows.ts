import { sql, type ExpressionBuilder } from 'kysely';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import type { StoredImage } from '#src/platform/media/images.ts';

export async function findCasesOfPerson(userId: string, trx: Transaction): Promise<string[]> {
  const rows = await trx
    .selectFrom('cases')
    .select('id')
    .where('person_id', '=', userId)
    .where('kind', '!=', 'verification')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns the cases about a post or the posts of an author, and about the comments on them, that moderators have to
 * decide or decided against the author.
 */
export async function findCasesOn(
  of: { postId: string } | { authorId: string },
  trx: Transaction,
): Promise<string[]> {
  const posts = trx
    .selectFrom('posts')
    .where((eb) =>
      'postId' in of ? eb('posts.id', '=', of.postId) : eb('posts.author_id', '=', of.authorId),
    );
  const rows = await posts
    .innerJoin('cases', 'cases.post_id', 'posts.id')
    .select('cases.id')
    .where(isOpenOrUpheld)
    .unionAll(
      posts
        .innerJoin('comments', 'comments.post_id', 'posts.id')
        .innerJoin('cases', 'cases.comment_id', 'comments.id')
        .select('cases.id')
        .where(isOpenOrUpheld),
    )
    .execute();
  return rows.map(({ id }) => id);
}

function isOpenOrUpheld(eb: ExpressionBuilder<DB, 'cases'>) {
  const against = eb
    .selectFrom('decisions')
    .select('decisions.id')
    .whereRef('decisions.case_id', '=', 'cases.id')
    .where('action', '!=', 'dismiss')
    .where('undone_at', 'is', null);
  return eb.or([eb('cases.status', '=', 'open'), eb.exists(against)]);
}

/** Only a case about the person themself is about the profile. */
function bioOfReported(eb: ExpressionBuilder<DB, 'cases' | 'users'>) {
  return eb.case().when('kind', '=', 'user').then(eb.ref('users.bio')).end();
}

/** Finds what each case is about, as it is now. Photos of messages are those that the person sent. */
async function findEvidence(caseIds: readonly string[], trx: Transaction) {
  return trx
    .selectFrom('cases')
    .innerJoin('users', 'users.id', 'cases.person_id')
    .leftJoin('posts', 'posts.id', 'cases.post_id')
    .leftJoin('comments', 'comments.id', 'cases.comment_id')
    .select(['cases.id', 'username', 'full_name', 'kind', 'avatar', 'cover_image'])
    .select((eb) => [
      eb.fn.coalesce('posts.title', eb.val('')).as('title'),
      eb.fn.coalesce('posts.description', 'comments.text', bioOfReported(eb)).as('text'),
      eb.ref('posts.images').as('postImages'),
      sql<StoredImage[]>`coalesce((
        select jsonb_agg(image) from messages, jsonb_array_elements(messages.images) as image
        where messages.sender_id = cases.person_id and messages.id = any(array(
          select unnest(message_ids) from reports where reports.case_id = cases.id) || cases.message_id)
      ), '[]')`.as('messageImages'),
    ])
    .where((eb) => eb('cases.id', '=', eb.fn.any(eb.val(caseIds))))
    .execute();
}

/**
 * Saves what the cases are about, and the reports that will be deleted with their post or comment. The caller has
 * locked posts and comments, so that no report comes in between. @returns the photos that stay
 */
export async function saveEvidence(
  caseIds: readonly string[],
  until: Date,
  trx: Transaction,
): Promise<string[]> {
  if (caseIds.length === 0) return [];
  const found = (await findEvidence(caseIds, trx)).map((row) => {
    const profilePhotos = row.kind === 'user' ? [row.avatar, row.cover_image] : [];
    const images = [
      ...profilePhotos.flatMap((url) => (url ? [{ url }] : [])),
      ...((row.postImages as StoredImage[] | null) ?? []),
      ...row.messageImages,
    ].map(({ url }) => ({ url }));
    return { ...row, images };
  });
  for (const { id, username, full_name, title, text, images, kind } of found) {
    const name = kind === 'user' ? { username, full_name } : { username: '', full_name: '' };
    await trx
      .insertInto('case_evidence')
      .values({ id, ...name, title, text: text ?? '', images: JSON.stringify(images), until })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ until }))
      .execute();
  }
  await trx
    .insertInto('retained_reports')
    .columns(['id', 'case_id', 'reporter_id', 'reason', 'details', 'weight', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('reports')
        .select(['id', 'case_id', 'reporter_id', 'reason', 'details', 'weight', 'created_at'])
        .$narrowType<{ case_id: string }>()
        .where((of) => of('case_id', '=', of.fn.any(of.val(caseIds))))
        .where('kind', 'in', ['post', 'comment']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return found.flatMap(({ images }) => images.map(({ url }) => url));
}

/** Deletes evidence whose time is over, with the reports that were retained with it. @returns the photos */
export async function deleteEvidence(trx: Transaction): Promise<string[]> {
  const over = await trx
    .deleteFrom('case_evidence')
    .where('until', '<', new Date())
    .returning(['id', 'images'])
    .execute();
  const ids = over.map(({ id }) => id);
  await trx
    .deleteFrom('retained_reports')
    .where((eb) => eb('case_id', '=', eb.fn.any(eb.val(ids))))
    .execute();
  return urlsOf(over);
}

/** Deletes all evidence about a person. @returns the photos */
export async function deleteEvidenceAbout(userId: string, trx: Transaction): Promise<string[]> {
  const evidence = await trx
    .deleteFrom('case_evidence')
    .using('cases')
    .whereRef('cases.id', '=', 'case_evidence.id')
    .where('cases.person_id', '=', userId)
    .returning('images')
    .execute();
  return urlsOf(evidence);
}

function urlsOf(rows: readonly { images: unknown }[]): string[] {
  return rows.flatMap(({ images }) => (images as StoredImage[]).map(({ url }) => url));
}
