import { expressionBuilder, sql, type AliasedExpression, type Expression } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { foldText } from '@upaj/contract/fold-text';
import { limits } from '@upaj/contract/limits';
import type { PeopleQuery } from '@upaj/contract/people/directory';
import type { ListedPerson } from '@upaj/contract/people/follows';
import type { Suggestions } from '@upaj/contract/trade/search';
import { canMeet } from '#src/people/access.ts';
import { cardFields, isFollowedBy, ratingFields } from '#src/people/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { partPattern } from '#src/platform/db/expressions.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { microsOf, timeOf } from '#src/platform/db/times.ts';
import { listOf, readListCursor, type List, type PageRequest } from '#src/platform/http/paging.ts';

interface WantedPeople extends Pick<PeopleQuery, 'q' | 'userType' | 'state' | 'district'> {
  before: string | undefined;
  limit: number;
}

/** Not more rows than this are read, because many people may have one name. */
const mostNamesakes = 50;

const eb = expressionBuilder<DB, 'users'>();

const name = eb.ref('users.search_name');
// The index has this expression too, and is used only while both are the same.
const nameAndPlace = sql<string>`(users.search_name || ' ' || users.search_place)`;

/** The part is folded, as the columns are. */
const hasPart = (text: Expression<string | null>, part: string) => eb(text, 'like', partPattern(part));

const place = { state: eb.ref('users.state'), district: eb.ref('users.district') };

const namedPerson = jsonBuildObject({ ...cardFields, place: jsonBuildObject(place) });

const listedPerson = (viewerId: string) =>
  jsonBuildObject({
    ...cardFields,
    ...ratingFields,
    place: jsonBuildObject({ ...place, city: eb.ref('users.city') }),
    isFollowing: isFollowedBy(viewerId),
  });

export function directoryStore({ db }: { db: Database }) {
  return {
    async findNamed(
      viewerId: string,
      parts: readonly string[],
      limit: number,
    ): Promise<Suggestions['people']> {
      const namesakes = db
        .selectFrom('users')
        .selectAll()
        .where(canMeet(viewerId))
        .where('users.id', '<>', viewerId)
        .where(eb.and(parts.map((part) => hasPart(name, part))))
        .limit(mostNamesakes);
      const rows = await db
        .selectFrom(namesakes.as('users'))
        .select(namedPerson.as('person'))
        .orderBy(({ fn, val }) => fn('starts_with', ['search_name', val(parts.join(' '))]), 'desc')
        .orderBy('is_verified', 'desc')
        .orderBy('total_posts', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ person }) => person);
    },

    findPeople(viewerId: string, wanted: WantedPeople) {
      const { q = '', userType, state, district, before, limit } = wanted;
      let people = db
        .selectFrom('users')
        .select(['users.id', listedPerson(viewerId).as('person')])
        .where(canMeet(viewerId))
        .where('users.id', '<>', viewerId);
      if (before) people = people.where('users.id', '<', before);
      if (userType) people = people.where('user_type', '=', userType);
      if (state) people = people.where('state', '=', state);
      if (state && district) people = people.where('district', '=', district);
      for (const word of foldText(q).split(/\s+/).filter(Boolean))
        people = people.where(hasPart(nameAndPlace, word));
      return people
        .orderBy('users.id', 'desc')
        .limit(limit + 1)
        .execute();
    },
  };
}

export type DirectoryStore = ReturnType<typeof directoryStore>;

/** Reads a page of the people of a list, latest first. Only the first page counts them. */
export async function readPeople(
  db: Database,
  list: AliasedExpression<{ id: string; created_at: Date }, 'list'>,
  isShown: Expression<boolean>,
  viewerId: string,
  query: PageRequest,
): Promise<List<ListedPerson>> {
  const cursor = query.cursor ? readListCursor(query.cursor) : undefined;
  const limit = query.limit ?? limits.page.size;
  const people = db.selectFrom(list).innerJoin('users', 'users.id', 'list.id').where(isShown);
  const counted = db
    .selectFrom(
      people
        .select('users.id')
        .limit(limits.page.countedTo + 1)
        .as('counted'),
    )
    .select(({ cast, fn }) => cast<number>(fn.countAll(), 'integer').as('total'));
  let page = people
    .select(['users.id', microsOf('list.created_at').as('at'), listedPerson(viewerId).as('item')])
    .select((cursor ? eb.lit(null) : counted).as('total'))
    .orderBy('list.created_at', 'desc')
    .orderBy('list.id', 'desc')
    .limit(limit + 1);
  if (cursor) {
    const last = eb.tuple(timeOf(cursor.at), cursor.id);
    page = page.where((of) => of(of.refTuple('list.created_at', 'list.id'), '<', last));
  }
  const rows = await page.execute();
  return listOf(rows, limit, cursor?.total ?? rows[0]?.total ?? 0);
}
