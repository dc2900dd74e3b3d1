import { sql, type Kysely } from 'kysely';
import { verificationWidths } from '@upaj/contract/limits';
import { chatPhotos } from '#src/chat/personal-data.ts';
import { peoplePhotos } from '#src/people/personal-data.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { imageNameOf, type StoredImage } from '#src/platform/media/images.ts';
import type { PhotoColumn } from '#src/platform/media/photo-column.ts';
import { tradePhotos } from '#src/trade/personal-data.ts';

const photoColumns: readonly PhotoColumn[] = [
  ...peoplePhotos,
  ...tradePhotos,
  ...chatPhotos,
  // A decision stores the photos that it removed, because it can be undone. The widths of its photos differ by where
  // they were shown.
  { table: 'decisions', column: 'images', isList: true, widths: [] },
  { table: 'case_evidence', column: 'images', isList: true, widths: [] },
  { table: 'verification_requests', column: 'photo', isList: false, widths: verificationWidths },
];

const pageSize = 1_000;

/** A row that shows a photo. */
export interface Shown {
  at: PhotoColumn;
  id: string;
  name: string;
}

/** Tables and columns are known only at run time: each domain lists those that show photos. */
type AnyTables = Record<string, Record<string, unknown>>;

export function photosStore({ db }: { db: Database }) {
  const on = (executor: Database) => executor as unknown as Kysely<AnyTables>;

  async function findPage(at: PhotoColumn, start: string, after: string | undefined) {
    const { table, column } = at;
    const rows = await on(db)
      .selectFrom(table)
      .select(['id', `${column} as value`])
      .where(sql`${sql.ref(column)}::text`, 'like', `%/media/${start}%`)
      .$if(after !== undefined, (query) => query.where('id', '>', after))
      .orderBy('id')
      .limit(pageSize)
      .execute();
    return rows as { id: string; value: string | StoredImage[] }[];
  }

  return {
    /** Finds photos whose names begin with `start`, each with the row that shows it. */
    async *findShown(start: string): AsyncIterable<Shown> {
      for (const at of photoColumns) {
        let after: string | undefined;
        for (;;) {
          const rows = await findPage(at, start, after);
          for (const { id, value } of rows)
            for (const name of namesIn(value)) if (name.startsWith(start)) yield { at, id, name };
          if (rows.length < pageSize) break;
          after = rows.at(-1)?.id;
        }
      }
    },

    async findUnclaimed(start: string): Promise<Set<string>> {
      const rows = await db
        .selectFrom('unclaimed_media')
        .select('name')
        .where('name', 'like', `${start}%`)
        .execute();
      return new Set(rows.map(({ name }) => name));
    },

    /** Makes a photo visible again that is listed as unclaimed although a row shows it. */
    async claim({ at: { table, column }, id, name }: Shown): Promise<void> {
      await on(db)
        .deleteFrom('unclaimed_media')
        .where('name', '=', name)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom(table)
              .select('id')
              .where('id', '=', id)
              .where(sql`${sql.ref(column)}::text`, 'like', `%/media/${name}-%`),
          ),
        )
        .execute();
    },

    /** Removes a photo from the row that shows it. */
    async takeOut({ at: { table, column, isList }, id, name }: Shown): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const row = await on(trx)
          .selectFrom(table)
          .select(`${column} as value`)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        const value = row?.['value'] as string | StoredImage[] | undefined;
        if (!value || !namesIn(value).includes(name)) return;
        const rest = Array.isArray(value) && value.filter(({ url }) => imageNameOf(url) !== name);
        await on(trx)
          .updateTable(table)
          .set({ [column]: isList ? JSON.stringify(rest) : null })
          .where('id', '=', id)
          .execute();
      });
    },
  };
}

export type PhotosStore = ReturnType<typeof photosStore>;

function namesIn(value: string | readonly StoredImage[]): string[] {
  const urls = typeof value === 'string' ? [value] : value.map(({ url }) => url);
  return urls.map(imageNameOf).filter((name) => name !== undefined);
}
