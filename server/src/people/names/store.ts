import { sql, type Updateable } from 'kysely';
import type { BadgePart, PersonCheck } from '@upaj/contract/people/checks';
import { addEvent } from '#src/notify/outbox/rows.ts';
import { canLogIn } from '#src/people/access.ts';
import type { BadgeState } from '#src/people/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { skeletonOf } from './skeleton.ts';

/** What a badge is given for. */
interface Identity {
  fullName: string;
  businessName: string;
  contact: string;
  avatar: string | null;
}

function lockIdentity(trx: Transaction, userId: string) {
  return trx
    .selectFrom('users')
    .select(['full_name as fullName', 'business_name as businessName', 'contact', 'avatar'])
    .select(['whatsapp', 'is_verified as isVerified'])
    .select((eb) => [
      eb.ref('badge_changes').$castTo<BadgePart[]>().as('changed'),
      eb.ref('verified_as').$castTo<Identity | null>().as('verifiedAs'),
    ])
    .where('member_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Other spaces, capitals or accents make no other name. A first photo, or none, imitates nobody. */
function findChanges(from: Identity, to: Identity): BadgePart[] {
  const changes: Record<BadgePart, boolean> = {
    name: skeletonOf(from.fullName) !== skeletonOf(to.fullName),
    firm: skeletonOf(from.businessName) !== skeletonOf(to.businessName),
    phone: from.contact !== to.contact,
    avatar: from.avatar !== null && to.avatar !== null && from.avatar !== to.avatar,
  };
  return (Object.keys(changes) as BadgePart[]).filter((part) => changes[part]);
}

/**
 * Changes a profile. A badge goes into review when what it was given for changes. Returns undefined when the account is
 * deleted.
 */
export async function updateIdentity(
  trx: Transaction,
  userId: string,
  changes: Updateable<DB['users']>,
): Promise<{ hasNewPhone: boolean } | undefined> {
  const before = await lockIdentity(trx, userId);
  if (!before) return undefined;
  const after: Identity = {
    fullName: changes.full_name ?? before.fullName,
    businessName: changes.business_name ?? before.businessName,
    contact: changes.contact ?? before.contact,
    avatar: changes.avatar === undefined ? before.avatar : changes.avatar,
  };
  const given = before.verifiedAs ?? before;
  const hasBadge = before.isVerified || before.changed.length > 0;
  const changed = hasBadge ? [...new Set([...before.changed, ...findChanges(given, after)])] : [];
  await trx
    .updateTable('users')
    .set({
      ...changes,
      ...(changed.length > 0 && {
        is_verified: false,
        badge_changes: changed,
        verified_as: identityJson(given),
      }),
      name_key: skeletonOf(after.fullName),
      updated_at: new Date(),
    })
    .where('id', '=', userId)
    .execute();
  const { whatsapp = before.whatsapp } = changes;
  const hasNewNumber = before.contact !== after.contact || before.whatsapp !== whatsapp;
  if (changed.length > 0 || before.fullName !== after.fullName || hasNewNumber)
    await addEvent(trx, 'account.changed', { userId });
  const hasNewPhone = before.contact !== '' && before.contact !== after.contact;
  if (hasNewPhone) await addEvent(trx, 'phone.changed', { userId, at: new Date().toISOString() });
  return { hasNewPhone };
}

/**
 * Gives or takes the badge. `undone` is the state before the decision that is undone: the badge that it brings back is
 * in review if the person changed meanwhile.
 */
export async function setVerified(
  userId: string,
  isVerified: boolean,
  verifiedFor: readonly PersonCheck[] | undefined,
  undone: BadgeState | undefined,
  trx: Transaction,
): Promise<void> {
  const person = await lockIdentity(trx, userId);
  if (!person) return;
  const changed =
    undone && isVerified && person.verifiedAs
      ? findChanges(person.verifiedAs, person)
      : [...(undone?.changed ?? [])];
  const isGiven = isVerified && !undone;
  const checks = isVerified || changed.length > 0 ? verifiedFor : [];
  await trx
    .updateTable('users')
    .set({
      is_verified: isVerified && changed.length === 0,
      ...(checks && { verified_for: [...checks] }),
      badge_changes: changed,
      ...(isGiven && { verified_at: new Date(), verified_as: identityJson(person) }),
      ...(undone && { verified_at: undone.at }),
    })
    .where('id', '=', userId)
    .execute();
  await addEvent(trx, 'account.changed', { userId });
}

function identityJson({ fullName, businessName, contact, avatar }: Identity): string {
  return JSON.stringify({ fullName, businessName, contact, avatar } satisfies Identity);
}

/**
 * Marks who has the name of a verified person, after the names or badges of these people changed.
 *
 * @returns whose marks changed
 */
export async function markLookalikes(userIds: readonly string[], trx: Transaction): Promise<string[]> {
  const isLike = sql<boolean>`exists (
    select from users verified where verified.is_verified and verified.name_key = users.name_key
      and verified.id <> users.id and verified.suspended_at is null and verified.deleted_at is null
  )`;
  const marked = await trx
    .updateTable('users')
    .set({ has_name_of_verified: true })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('users')
        .select('id')
        .where('name_key', 'in', (of) =>
          of
            .selectFrom('users as changed')
            .select('changed.name_key')
            .where((on) => on('changed.id', '=', on.fn.any(on.val(userIds)))),
        )
        .where('is_verified', '=', false)
        .where('has_name_of_verified', '=', false)
        .where(canLogIn)
        .where(isLike)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .returning('id')
    .execute();
  const unmarked = await trx
    .updateTable('users')
    .set({ has_name_of_verified: false })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('users')
        .select('id')
        .where('has_name_of_verified', '=', true)
        .where((of) => of.or([of('is_verified', '=', true), of.not(isLike)]))
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .returning('id')
    .execute();
  return [...marked, ...unmarked].map(({ id }) => id);
}

/** Computes the keys of names that have none. @returns whose names these are */
export async function addNameKeys(db: Database, limit: number): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const people = await trx
      .selectFrom('users')
      .select(['id', 'full_name as fullName', 'deleted_at as deletedAt'])
      .where('name_key', 'is', null)
      .orderBy('id')
      .limit(limit)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    for (const { id, fullName, deletedAt } of people)
      await trx
        .updateTable('users')
        .set({ name_key: deletedAt ? '' : skeletonOf(fullName) })
        .where('id', '=', id)
        .execute();
    const ids = people.map(({ id }) => id);
    await markLookalikes(ids, trx);
    return ids;
  });
}
