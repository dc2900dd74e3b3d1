import { provedNumber } from '#src/people/access.ts';
import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely';
import { userColumns } from '#src/people/personal-data.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import type { PersonalTable, Reference, TableName } from '#src/platform/db/personal-table.ts';
import type { StoredImage } from '#src/platform/media/images.ts';
import { personalTables } from './register.ts';

/** All deletions clear the tables in this order, so that they do not deadlock. */
const tables = Object.keys(personalTables).sort() as TableName[];

/** The register names tables and columns at run time. */
type AnyTables = Record<string, Record<string, unknown>>;
const anyTables = (trx: Transaction) => trx as unknown as Kysely<AnyTables>;

export function personalDataStore({ db }: { db: Database }) {
  return {
    findPerson(userId: string) {
      return db
        .selectFrom('users')
        .select(['username', 'email', 'language', provedNumber.as('provedNumber')])
        .where('member_id', '=', userId)
        .executeTakeFirst();
    },

    /** Reads the user's rows of each table as JSON, and the addresses of the user's photos, from one snapshot. */
    async findAll(userId: string): Promise<{ rows: Record<string, string>; photos: string[] }> {
      const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
      return snapshot.execute(async (trx) => {
        const rows: Record<string, string> = {};
        rows['users'] = await readRows(trx, 'users', secretsOfUsers, (eb) => eb('id', '=', userId));
        for (const table of tables) {
          const { secrets = [], through } = personalTables[table];
          const isTheirs = through ? isThrough(through, userId) : isOwner(table, userId);
          if (through || ownersOf(table).length > 0)
            rows[table] = await readRows(trx, table, secrets, isTheirs);
        }
        return { rows, photos: await findPhotos(userId, trx) };
      });
    },

    /** Finds the photos of messages that the user sent. */
    async findSentPhotos(userId: string, trx: Transaction): Promise<string[]> {
      const messages = await trx
        .selectFrom('messages')
        .select('images')
        .where('sender_id', '=', userId)
        .where('images', '!=', '[]')
        .execute();
      return urlsOf(messages);
    },

    /** Finds the photos that decisions took from the user. */
    async findTakenPhotos(userId: string, trx: Transaction): Promise<string[]> {
      const decisions = await trx
        .selectFrom('decisions')
        .select('images')
        .where('person_id', '=', userId)
        .execute();
      return urlsOf(decisions);
    },

    findVerificationPhotos,

    /** Removes the cases of requests for the badge, which say nothing against the person. Discard the photo before. */
    async removeVerifications(userId: string, trx: Transaction): Promise<void> {
      await trx
        .deleteFrom('cases')
        .where('person_id', '=', userId)
        .where('kind', '=', 'verification')
        .execute();
    },

    /** Deletes or empties the user's rows of every table, as its domain declares. */
    async clearTables(userId: string, isRetained: boolean, trx: Transaction): Promise<void> {
      for (const table of tables)
        for (const [column, { onDeletion, ...reference }] of Object.entries<Reference>(
          personalTables[table].people,
        )) {
          if (isRetained && reference.isRetained) continue;
          if (onDeletion === 'erased')
            await anyTables(trx).deleteFrom(table).where(column, '=', userId).execute();
          else if (onDeletion !== 'retained')
            await empty({ table, column, userId, values: onDeletion.emptied }, trx);
        }
    },
  };
}

export type PersonalDataStore = ReturnType<typeof personalDataStore>;

const secretsOfUsers = Object.entries(userColumns).flatMap(([column, { isExported }]) =>
  isExported ? [] : [column],
);

type Condition = (eb: ExpressionBuilder<AnyTables, string>) => Expression<SqlBool>;

function ownersOf(table: TableName): string[] {
  return Object.entries(personalTables[table].people).flatMap(([column, { isExported }]) =>
    isExported ? [column] : [],
  );
}

const isOwner =
  (table: TableName, userId: string): Condition =>
  (eb) =>
    eb.or(ownersOf(table).map((column) => eb(column, '=', userId)));

const isThrough =
  ({ table, column, exceptKind }: NonNullable<PersonalTable['through']>, userId: string): Condition =>
  (eb) =>
    eb.and([
      eb(column, 'in', eb.selectFrom(table).select('id').where(isOwner(table, userId))),
      ...(exceptKind ? [eb('kind', '!=', exceptKind)] : []),
    ]);

async function readRows(
  trx: Transaction,
  table: string,
  secrets: readonly string[],
  condition: Condition,
): Promise<string> {
  const { json } = await anyTables(trx)
    .selectFrom(`${table} as t`)
    .select(sql<string>`coalesce(json_agg(to_jsonb(t) - ${[...secrets]}::text[]), '[]')::text`.as('json'))
    .where(condition)
    .executeTakeFirstOrThrow();
  return json;
}

async function findPhotos(userId: string, trx: Transaction): Promise<string[]> {
  const posts = await trx.selectFrom('posts').select('images').where('author_id', '=', userId).execute();
  const user = await trx
    .selectFrom('users')
    .select(['avatar', 'cover_image'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const messages = await trx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select('images')
    .where((eb) => eb.or([eb('low_id', '=', userId), eb('high_id', '=', userId)]))
    .where('images', '!=', '[]')
    .execute();
  const own = [user.avatar, user.cover_image].filter((url) => url !== null);
  return [...urlsOf(posts), ...own, ...urlsOf(messages), ...(await findVerificationPhotos(userId, trx))];
}

/** Finds the photo of an open request for the badge. */
async function findVerificationPhotos(userId: string, trx: Transaction): Promise<string[]> {
  const requests = await trx
    .selectFrom('verification_requests')
    .select('photo')
    .where('user_id', '=', userId)
    .execute();
  return requests.map(({ photo }) => photo).filter((photo) => photo !== null);
}

function urlsOf(rows: readonly { images: unknown }[]): string[] {
  return rows.flatMap(({ images }) => (images as StoredImage[]).map(({ url }) => url));
}

interface Emptied {
  table: TableName;
  column: string;
  userId: string;
  values: Readonly<Record<string, string>>;
}

async function empty({ table, column, userId, values }: Emptied, trx: Transaction): Promise<void> {
  await anyTables(trx)
    .updateTable(table)
    .set(values)
    .where(column, '=', userId)
    .where((eb) => eb.or(Object.entries(values).map(([name, value]) => eb(name, '!=', value))))
    .execute();
}
