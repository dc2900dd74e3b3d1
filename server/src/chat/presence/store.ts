import { sql } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { Database } from '#src/platform/db/connect.ts';
import { hasSide, otherOf } from '#src/chat/conversations/store.ts';
import { isBlockedBetween } from '#src/people/access.ts';

export function presenceStore(db: Database) {
  return {
    async findWatched(userId: string): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from (
          select ${otherOf(userId)} as id from conversations where ${hasSide(userId)}
          union select followed_id from follows where follower_id = ${userId}
        ) watched
        where not ${isBlockedBetween(userId, sql`watched.id`)}
        limit ${sql.lit(limits.presence.people)}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}
