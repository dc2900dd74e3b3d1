import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';
import { imageNameOf, type StoredImage } from './images.ts';

/** On rows of `restricted_media`, for the pictures of one domain. */
export type SeesPicture = (viewerId: string) => Expression<SqlBool>;

export function mediaStore(db: Database) {
  return {
    async addUnclaimed(names: readonly string[], on: Database = db): Promise<void> {
      if (names.length === 0) return;
      await on
        .insertInto('unclaimed_media')
        .values(names.map((name) => ({ name })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async claim(names: readonly string[], on: Database): Promise<void> {
      if (names.length === 0) return;
      await on.deleteFrom('unclaimed_media').where('name', 'in', names).execute();
    },

    async removeUnclaimed(names: readonly string[]): Promise<void> {
      if (names.length === 0) return;
      await db.deleteFrom('unclaimed_media').where('name', 'in', names).execute();
    },

    /** 'some': restricted, and this viewer may see it; 'others': not for this viewer, or used by no row. */
    async findAudience(
      name: string,
      viewerId: string | undefined,
      sees: readonly SeesPicture[],
    ): Promise<'everybody' | 'some' | 'others'> {
      const conditions = viewerId ? sees.map((seesPicture) => seesPicture(viewerId)) : [];
      const rows = await db
        .selectFrom('restricted_media')
        .select((eb) => eb.or(conditions).as('isViewer'))
        .where('name', '=', name)
        .unionAll((eb) =>
          eb
            .selectFrom('unclaimed_media')
            .select((of) => of.lit(false).as('isViewer'))
            .where('name', '=', name),
        )
        .execute();
      if (rows.length === 0) return 'everybody';
      return rows.every(({ isViewer }) => isViewer) ? 'some' : 'others';
    },

    async filterUnclaimed(names: readonly string[]): Promise<string[]> {
      if (names.length === 0) return [];
      const rows = await db.selectFrom('unclaimed_media').select('name').where('name', 'in', names).execute();
      return rows.map(({ name }) => name);
    },

    async findUnclaimed(before: Date, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('unclaimed_media')
        .select('name')
        .where('since', '<', before)
        .limit(limit)
        .execute();
      return rows.map(({ name }) => name);
    },
  };
}

export type MediaStore = ReturnType<typeof mediaStore>;

/** For the statement that adds the row with these pictures. */
export function claimImages(
  images: readonly StoredImage[],
  isMeant: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const names = images.map(({ url }) => imageNameOf(url));
  return sql`delete from unclaimed_media where name = any(${names}::text[]) and ${isMeant}`;
}
