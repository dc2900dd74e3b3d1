import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { PeopleQuery } from '@upaj/contract/people/directory';
import type { ListedPerson } from '@upaj/contract/people/follows';
import type { Suggestions } from '@upaj/contract/trade/search';
import type { Database } from '#src/platform/db/connect.ts';
import { partPattern } from '#src/platform/db/part-pattern.ts';
import { isBlockedBetween, isActivePerson } from '#src/people/access.ts';

interface Wanted extends Pick<PeopleQuery, 'q' | 'userType' | 'state' | 'district'> {
  before: string | undefined;
  limit: number;
}

/** Must match the expression of the index. */
const words = sql`(users.full_name || ' ' || users.username || ' ' || users.city || ' ' || users.village
  || ' ' || users.district || ' ' || users.state)`;

/** Must match the expression of the index. */
const name = sql`(users.full_name || ' ' || users.username)`;

export function personJson(viewerId: string): RawBuilder<ListedPerson> {
  return sql<ListedPerson>`json_build_object(
    '_id', users.id, 'username', users.username, 'fullName', users.full_name, 'avatar', users.avatar,
    'userType', users.user_type, 'isVerified', users.is_verified, 'rating', users.rating,
    'totalReviews', users.total_reviews,
    'place', json_build_object('state', users.state, 'district', users.district, 'city', users.city),
    'isFollowing', exists (
      select 1 from follows where follower_id = ${viewerId}::uuid and followed_id = users.id))`;
}

export type NamedPerson = Suggestions['people'][number];

/** Rows looked at, of a name that many have. */
const namesake = 50;

export function peopleStore(db: Database) {
  return {
    async findNamed(viewerId: string, parts: readonly string[], limit: number): Promise<NamedPerson[]> {
      const isNamed = parts.map((part) => sql`${name} ilike ${partPattern(part)}`);
      const { rows } = await sql<{ person: NamedPerson }>`
        select json_build_object('_id', id, 'username', username, 'fullName', full_name, 'avatar', avatar,
          'userType', user_type, 'isVerified', is_verified,
          'place', json_build_object('state', state, 'district', district)) as person
        from (
          select * from users
          where ${isActivePerson} and users.id <> ${viewerId} and ${sql.join(isNamed, sql` and `)}
            and not ${isBlockedBetween(viewerId, sql`users.id`)}
          limit ${sql.lit(namesake)}
        ) users
        order by starts_with(lower(full_name), ${parts.join(' ').toLowerCase()}) desc, is_verified desc, total_posts desc, id desc
        limit ${sql.lit(limit)}`.execute(db);
      return rows.map(({ person }) => person);
    },

    async findPeople(
      viewerId: string,
      { q = '', userType, state, district, before, limit }: Wanted,
    ): Promise<{ id: string; person: ListedPerson }[]> {
      const conditions: RawBuilder<SqlBool>[] = [
        isActivePerson,
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
      const { rows } = await sql<{ id: string; person: ListedPerson }>`
        select users.id, ${personJson(viewerId)} as person
        from users where ${sql.join(conditions, sql` and `)}
        order by users.id desc limit ${sql.lit(limit + 1)}`.execute(db);
      return rows;
    },
  };
}

export type PeopleStore = ReturnType<typeof peopleStore>;
