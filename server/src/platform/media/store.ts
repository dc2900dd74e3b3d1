import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';
import { imageNameOf, type StoredImage } from './images.ts';

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
    async findAudience(name: string, viewerId: string | undefined): Promise<'everybody' | 'some' | 'others'> {
      const viewer = sql`${viewerId ?? null}::uuid`;
      const { rows } = await sql<{ isViewer: boolean }>`
        select coalesce(${viewer} in (messages.sender_id, messages.receiver_id, posts.author_id), false) as "isViewer"
        from restricted_media
        left join messages on messages.id = restricted_media.message_id
        left join posts on posts.id = restricted_media.post_id
        where name = ${name}
        union all
        select false from unclaimed_media where name = ${name}`.execute(db);
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
