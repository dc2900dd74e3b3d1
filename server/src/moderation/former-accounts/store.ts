import { sql, type ExpressionBuilder } from 'kysely';
import { deleteEvidenceAbout } from '#src/moderation/evidence/rows.ts';
import type { State } from '#src/moderation/measures/service.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { daysAgo } from '#src/platform/db/times.ts';
import type { StoredImage } from '#src/platform/media/images.ts';

/** Decisions against a person, and the refusal that takes the badge away. */
const against = ['ask-change', 'hide', 'remove-photo', 'warn', 'restrict', 'suspend', 'refuse'];
const countsForDays = 365;

function decisionsAgainst(eb: ExpressionBuilder<DB, 'users'>) {
  return eb
    .selectFrom('decisions')
    .innerJoin('cases', 'cases.id', 'decisions.case_id')
    .select('decisions.id')
    .whereRef('decisions.person_id', '=', 'users.id')
    .where('action', 'in', against)
    .where((of) => of.or([of('action', '!=', 'refuse'), of('kind', '!=', 'verification')]))
    .where('undone_at', 'is', null)
    .where('decisions.created_at', '>', daysAgo(countsForDays));
}

/**
 * Returns whether moderators restricted the account, decided against it in the last year, or are looking at it. The
 * person knows of the first two.
 */
export async function findReasons(
  userId: string,
  executor: Transaction,
): Promise<{ isKnown: boolean; hasCase: boolean }> {
  const row = await executor
    .selectFrom('users')
    .select((eb) => [
      eb
        .or([
          eb('suspended_at', 'is not', null),
          eb('restricted_until', '>', new Date()),
          eb.exists(decisionsAgainst(eb)),
        ])
        .$castTo<boolean>()
        .as('isKnown'),
      eb
        .exists(
          eb
            .selectFrom('cases')
            .select('id')
            .whereRef('person_id', '=', 'users.id')
            .where('status', '=', 'open')
            .where('kind', '!=', 'verification'),
        )
        .$castTo<boolean>()
        .as('hasCase'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
  return { isKnown: row?.isKnown ?? false, hasCase: row?.hasCase ?? false };
}

/** Finds the photos that decisions took from the person, which can be put back. */
export async function findTaken(userId: string, trx: Transaction): Promise<string[]> {
  const decisions = await trx
    .selectFrom('decisions')
    .select('images')
    .where('person_id', '=', userId)
    .execute();
  return decisions.flatMap(({ images }) => (images as StoredImage[]).map(({ url }) => url));
}

/** Returns the restriction and suspension of a deleted account. */
export async function findMeasures(userId: string, trx: Transaction): Promise<State> {
  const person = await trx
    .selectFrom('users')
    .select(['suspended_at', 'suspension_reason', 'restricted_until'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!person) return {};
  const { suspended_at: suspendedAt, suspension_reason: reason, restricted_until: until } = person;
  return {
    ...(suspendedAt && { suspendedFor: reason }),
    ...(until && until > new Date() && { restrictedUntil: until.toJSON() }),
  };
}

export async function findLatestCase(userId: string, trx: Transaction): Promise<string | null> {
  const found = await trx
    .selectFrom('cases')
    .select('id')
    .where('person_id', '=', userId)
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Makes the cases, reports and decisions about one account those of another. @returns the case that others joined */
export async function moveRecord(from: string, to: string, trx: Transaction): Promise<string[]> {
  const open = trx.selectFrom('cases').select('id').where('status', '=', 'open').where('kind', '=', 'user');
  const own = await open.where('user_id', '=', to).executeTakeFirst();
  const earlier = await open.where('user_id', '=', from).executeTakeFirst();
  // A person has one open case at most: what is in the new one goes to the earlier one, which has the evidence.
  if (own && earlier) {
    for (const table of ['reports', 'flags', 'decisions'] as const)
      await trx.updateTable(table).set({ case_id: earlier.id }).where('case_id', '=', own.id).execute();
    await trx.deleteFrom('cases').where('id', '=', own.id).execute();
  }
  await trx
    .deleteFrom('reports')
    .where('user_id', '=', to)
    .where('reporter_id', 'in', (eb) =>
      eb.selectFrom('reports').select('reporter_id').where('user_id', '=', from),
    )
    .execute();
  await trx.updateTable('reports').set({ user_id: to }).where('user_id', '=', from).execute();
  await trx.updateTable('cases').set({ user_id: to }).where('user_id', '=', from).execute();
  await trx.updateTable('cases').set({ person_id: to }).where('person_id', '=', from).execute();
  await trx.updateTable('decisions').set({ person_id: to }).where('person_id', '=', from).execute();
  return own && earlier ? [earlier.id] : [];
}

/** Returns the accounts whose document no moderator has checked. */
export async function filterUnchecked(userIds: readonly string[], trx: Transaction): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(userIds))))
    .where((eb) => eb.not(eb(eb.val('document'), '=', eb.fn.any('verified_for'))))
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds the decisions that still restrict the person, or suspend the account. */
export async function findDecisionsInForce(userId: string, trx: Transaction): Promise<string[]> {
  const rows = await trx
    .selectFrom('decisions')
    .select('id')
    .where('person_id', '=', userId)
    .where('undone_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('action', '=', 'suspend'),
        eb.and([eb('action', '=', 'restrict'), eb('until', '>', new Date())]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the record of a former account. @returns the photos, and the cases of others that named it */
export async function deleteRecord(userId: string, trx: Transaction) {
  const photos = [...(await findTaken(userId, trx)), ...(await deleteEvidenceAbout(userId, trx))];
  const flags = await trx
    .deleteFrom('flags')
    .where('rule', '=', 'former-account')
    .where(sql<boolean>`data -> 'userIds' @> jsonb_build_array(${userId}::text)`)
    .returning('case_id')
    .execute();
  await trx.deleteFrom('decisions').where('person_id', '=', userId).execute();
  await trx.deleteFrom('reports').where('user_id', '=', userId).execute();
  await trx.deleteFrom('cases').where('person_id', '=', userId).execute();
  return { photos, flaggedCases: flags.map((flag) => flag.case_id) };
}
