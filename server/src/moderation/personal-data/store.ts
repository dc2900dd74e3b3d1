import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely';
import { userColumns } from '#src/people/personal-data.ts';
import type { Database, Transaction } from '#src/platform/db/connect.ts';
import type { PersonalTable, TableName } from '#src/platform/db/personal-table.ts';
import type { StoredImage } from '#src/platform/media/images.ts';
import { personalTables } from './register.ts';

/** All deletions have one order, so that they do not deadlock. */
const tables = Object.keys(personalTables).sort() as TableName[];

/** The register names tables and columns at run time. */
type AnyTables = Record<string, Record<string, unknown>>;
const anyTables = (db: Database) => db as unknown as Kysely<AnyTables>;

export function personalDataStore(db: Database) {
  return {
    findPerson(userId: string) {
      return db
        .selectFrom('users')
        .select(['username', 'email', 'language'])
        .where('member_id', '=', userId)
        .executeTakeFirst();
    },

    /** The rows of each table as JSON, and the addresses of the user's photos. */
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

    /** Photos of messages that the user sent. */
    async findSentPhotos(userId: string, trx: Transaction): Promise<string[]> {
      const messages = await trx
        .selectFrom('messages')
        .select('images')
        .where('sender_id', '=', userId)
        .where('images', '!=', '[]')
        .execute();
      return urlsOf(messages);
    },

    /** Photos that decisions took from the user. */
    async findTakenPhotos(userId: string, trx: Transaction): Promise<string[]> {
      const decisions = await trx
        .selectFrom('decisions')
        .select('images')
        .where('person_id', '=', userId)
        .execute();
      return urlsOf(decisions);
    },

    /** The photo belongs to an open request for the badge. */
    findVerificationPhotos: (userId: string, trx: Transaction): Promise<string[]> =>
      findVerificationPhotos(userId, trx),

    /** Deletes or empties the user's rows of every table, as its domain declares. */
    async clearTables(userId: string, trx: Transaction): Promise<void> {
      for (const table of tables)
        for (const [column, { onDeletion }] of Object.entries(personalTables[table].people)) {
          if (onDeletion === 'erased')
            await anyTables(trx).deleteFrom(table).where(column, '=', userId).execute();
          else if (onDeletion !== 'retained')
            await empty(anyTables(trx), { table, column, userId, values: onDeletion.emptied });
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
  db: Database,
  table: string,
  secrets: readonly string[],
  condition: Condition,
): Promise<string> {
  const { json } = await anyTables(db)
    .selectFrom(`${table} as t`)
    .select(sql<string>`coalesce(json_agg(to_jsonb(t) - ${[...secrets]}::text[]), '[]')::text`.as('json'))
    .where(condition)
    .executeTakeFirstOrThrow();
  return json;
}

async function findPhotos(userId: string, db: Database): Promise<string[]> {
  const posts = await db.selectFrom('posts').select('images').where('author_id', '=', userId).execute();
  const user = await db
    .selectFrom('users')
    .select(['avatar', 'cover_image'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const messages = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select('images')
    .where((eb) => eb.or([eb('low_id', '=', userId), eb('high_id', '=', userId)]))
    .where('images', '!=', '[]')
    .execute();
  const own = [user.avatar, user.cover_image].filter((url) => url !== null);
  return [...urlsOf(posts), ...own, ...urlsOf(messages), ...(await findVerificationPhotos(userId, db))];
}

async function findVerificationPhotos(userId: string, db: Database): Promise<string[]> {
  const requests = await db
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

async function empty(db: Kysely<AnyTables>, { table, column, userId, values }: Emptied): Promise<void> {
  await db
    .updateTable(table)
    .set(values)
    .where(column, '=', userId)
    .where((eb) => eb.or(Object.entries(values).map(([name, value]) => eb(name, '!=', value))))
    .execute();
}
