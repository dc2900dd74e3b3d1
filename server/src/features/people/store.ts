import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { PeopleQuery } from '@upaj/contract/people';
import type { Database } from '#src/db/connect.ts';
import { partPattern } from '#src/db/part-pattern.ts';
import { isBlockedBetween, isThere, personJson } from '#src/db/people.ts';

interface Wanted extends Pick<PeopleQuery, 'q' | 'userType' | 'state' | 'district'> {
  /** People who joined before this one. */
  before: string | undefined;
  limit: number;
}

/** As the index has it. */
const words = sql`(users.full_name || ' ' || users.username || ' ' || users.city || ' ' || users.village
  || ' ' || users.district || ' ' || users.state)`;

export function peopleStore(db: Database) {
  return {
    /**
     * People whom the viewer can write to, those who joined last first, in the contract's shape as JSON text; one row
     * more than `limit` when there are more.
     */
    async findPeople(
      viewerId: string,
      { q = '', userType, state, district, before, limit }: Wanted,
    ): Promise<{ id: string; json: string }[]> {
      const conditions: RawBuilder<SqlBool>[] = [
        isThere,
        sql`users.id <> ${viewerId}`,
        sql`not ${isBlockedBetween(viewerId, sql`users.id`)}`,
      ];
      if (before) conditions.push(sql`users.id < ${before}::uuid`);
      if (userType) conditions.push(sql`users.user_type = ${sql.lit(userType)}`);
      if (state) conditions.push(sql`users.state = ${state}`);
      if (state && district) conditions.push(sql`users.district = ${district}`);
      for (const word of q.split(/\s+/).filter(Boolean)) {
        conditions.push(sql`${words} ilike ${partPattern(word)}`);
      }
      const { rows } = await sql<{ id: string; json: string }>`
        select users.id, ${personJson(viewerId)} as json
        from users where ${sql.join(conditions, sql` and `)}
        order by users.id desc limit ${sql.lit(limit + 1)}`.execute(db);
      return rows;
    },
  };
}

export type PeopleStore = ReturnType<typeof peopleStore>;
