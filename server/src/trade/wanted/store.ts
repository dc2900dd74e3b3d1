import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { Wanted, WantedSort } from '@upaj/contract/trade/wanted';
import type { PostGoods } from '#src/mandi/market-page/service.ts';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { isoTime, todayInIndia } from '#src/platform/db/times.ts';
import { isActivePerson } from '#src/people/access.ts';
import { canSeeWanted } from '#src/trade/access.ts';
import { districtsAround } from '#src/platform/places/distance.ts';
import { authorJson, lockActivePerson } from '#src/people/rows.ts';
import { hasWord } from '#src/trade/lists/words.ts';
import { isWantedNow } from './rows.ts';
import type { WantedFilter, WantedRequest } from './filter.ts';

export interface WantedColumns {
  crop_type: string;
  crop_key: string;
  category: string | null;
  quantity: number;
  unit: string;
  max_price: number;
  price_unit: string;
  state: string;
  district: string;
  end_date: string;
  note: string;
}

export interface NewWanted extends WantedColumns {
  id: string;
  author_id: string;
  client_id: string;
  created_at: Date;
}

export interface FoundWanted extends Omit<PostGoods, 'variety'> {
  id: string;
  key: number | null;
  wanted: Omit<Wanted, 'marketPrice' | 'distanceKm'>;
}

export type Refusal =
  | 'NOT_LOGGED_IN'
  | 'MERCHANTS_ONLY'
  | 'TOO_MANY_WANTED'
  | 'WANTED_NOT_FOUND'
  | 'NOT_YOURS';

/** On rows of `wanted_posts` named `wanted` and their authors in `users`. */
const wantedJson = sql<
  FoundWanted['wanted']
>`json_build_object('_id', wanted.id, 'cropType', wanted.crop_type,
  'category', wanted.category, 'quantity', wanted.quantity, 'unit', wanted.unit, 'maxPrice', wanted.max_price,
  'priceUnit', wanted.price_unit, 'location', json_build_object('state', wanted.state, 'district', wanted.district),
  'endDate', to_char(wanted.end_date, 'YYYY-MM-DD'), 'note', wanted.note, 'isOpen', wanted.is_open,
  'isEnded', wanted.end_date < ${todayInIndia}, 'createdAt', ${isoTime('wanted.created_at')}, 'author', ${authorJson})`;

export function wantedStore(db: Database) {
  return {
    async findPage(
      request: WantedRequest,
      viewerId: string,
    ): Promise<{ rows: FoundWanted[]; total: number | undefined }> {
      const { sort, cursor, limit } = request;
      const matching = sql`from wanted_posts wanted ${joinPlaces(request)} where ${sql.join(conditionsOf(request, viewerId), sql` and `)}`;
      const key = keys[sort];
      const order = key ? sql`${key} desc, wanted.id desc` : sql`wanted.id desc`;
      const total = cursor
        ? sql`null`
        : sql`(select count(*) from (select 1 ${matching} limit ${sql.lit(limits.page.countedTo + 1)}) counted)`;
      const { rows } = await sql<FoundWanted & { total: number | null }>`
        select page.*, counted.total from (select ${total}::int as total) counted left join (
          select wanted.id, wanted.crop_key as "cropKey", wanted.price_unit as "priceUnit", wanted.state, wanted.district,
            ${wantedJson} as wanted, wanted.key
          from (select wanted.*, ${key ?? sql`null`}::float8 as key ${matching} ${beyond(request)}
            order by ${order} limit ${sql.lit(limit + 1)}) wanted
          cross join lateral (select * from users where users.id = wanted.author_id offset 0) users
        ) page on true order by page.key desc, page.id desc`.execute(db);
      return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? undefined };
    },

    async findTradedCrops(userId: string): Promise<string[]> {
      const offered = db
        .selectFrom('posts')
        .select(['crop_key as crop', 'id'])
        .where('author_id', '=', userId)
        .where('is_available', '=', true);
      const wanted = db
        .selectFrom('wanted_posts as wanted')
        .select(['crop_key as crop', 'id'])
        .where('author_id', '=', userId)
        .where(isWantedNow);
      const rows = await db
        .selectFrom(offered.unionAll(wanted).as('traded'))
        .select('crop')
        .groupBy('crop')
        .orderBy(({ fn, cast }) => fn.max(cast<string>('id', 'text')), 'desc')
        .limit(limits.pins)
        .execute();
      return rows.map(({ crop }) => crop);
    },

    async findOne(wantedId: string, viewerId: string): Promise<FoundWanted | undefined> {
      return db
        .selectFrom('wanted_posts as wanted')
        .innerJoin('users', 'users.id', 'wanted.author_id')
        .select([
          'wanted.id',
          'crop_key as cropKey',
          'price_unit as priceUnit',
          'wanted.state',
          'wanted.district',
        ])
        .select((eb) => [wantedJson.as('wanted'), eb.lit(null).as('key')])
        .where('wanted.id', '=', wantedId)
        .where(canSeeWanted(viewerId))
        .executeTakeFirst();
    },

    /** Locks the author, so that concurrent additions respect the limit. @returns the id, also of the same one before. */
    add(wanted: NewWanted): Promise<{ id: string; isNew: boolean } | Refusal> {
      const { author_id: authorId, client_id: clientId } = wanted;
      return db.transaction().execute(async (trx) => {
        const author = await lockActivePerson(trx, authorId);
        if (!author) return 'NOT_LOGGED_IN';
        if (author.userType !== 'merchant') return 'MERCHANTS_ONLY';
        const earlier = await trx
          .selectFrom('wanted_posts')
          .select('id')
          .where('author_id', '=', authorId)
          .where('client_id', '=', clientId)
          .executeTakeFirst();
        if (earlier) return { ...earlier, isNew: false };
        if (await hasTooMany(trx, authorId)) return 'TOO_MANY_WANTED';
        await trx.insertInto('wanted_posts').values(wanted).execute();
        await addEvent(trx, 'wanted.created', { wantedId: wanted.id });
        return { id: wanted.id, isNew: true };
      });
    },

    /** `change` gets the row under lock. */
    edit(
      wantedId: string,
      userId: string,
      change: (before: { state: string; district: string }) => Partial<WantedColumns> & { is_open?: boolean },
    ): Promise<Refusal | undefined> {
      return db.transaction().execute(async (trx) => {
        await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
        const found = await trx
          .selectFrom('wanted_posts')
          .selectAll()
          .where('id', '=', wantedId)
          .forUpdate()
          .executeTakeFirst();
        if (!found) return 'WANTED_NOT_FOUND';
        if (found.author_id !== userId) return 'NOT_YOURS';
        const changes = change(found);
        const opens = changes.is_open === true || (found.is_open && changes.end_date !== undefined);
        if (opens && (await hasTooMany(trx, userId, wantedId))) return 'TOO_MANY_WANTED';
        await trx
          .updateTable('wanted_posts')
          .set({ ...changes, updated_at: new Date() })
          .where('id', '=', wantedId)
          .execute();
        return undefined;
      });
    },

    async remove(wantedId: string, userId: string): Promise<Refusal | undefined> {
      const { numDeletedRows } = await db
        .deleteFrom('wanted_posts')
        .where('id', '=', wantedId)
        .where('author_id', '=', userId)
        .executeTakeFirst();
      if (numDeletedRows > 0n) return undefined;
      const found = await db
        .selectFrom('wanted_posts')
        .select('id')
        .where('id', '=', wantedId)
        .executeTakeFirst();
      return found ? 'NOT_YOURS' : 'WANTED_NOT_FOUND';
    },
  };
}

export type WantedStore = ReturnType<typeof wantedStore>;

const keys: Readonly<Record<WantedSort, RawBuilder<unknown> | undefined>> = {
  latest: undefined,
  nearest: sql`coalesce(places.nearness, -10000)`,
  'price-high': sql`wanted.price_rank`,
};

/** Nearest first: `nearness` is -1, -2 and so on. */
function joinPlaces({ filter: { near, withinKm } }: WantedRequest): RawBuilder<unknown> {
  if (!near) return sql``;
  const found = districtsAround(near, withinKm);
  return sql`${withinKm === undefined ? sql`left join` : sql`join`} (
    select state, district, -place::int as nearness
    from unnest(${found.map(({ state }) => state)}::text[], ${found.map(({ district }) => district)}::text[])
      with ordinality as listed (state, district, place)
  ) places on places.state = wanted.state and places.district = wanted.district`;
}

function conditionsOf({ filter }: WantedRequest, viewerId: string): RawBuilder<SqlBool>[] {
  const { isOwn, followerId, category, state, district, places, price } = filter;
  const isOwnPost = sql<SqlBool>`wanted.author_id = ${viewerId}::uuid`;
  const conditions = isOwn
    ? [isOwnPost]
    : [sql<SqlBool>`(${isOwnPost} or ${isWantedNow} and ${isAuthorActive} and ${isNotBlocked(viewerId)})`];
  if (followerId)
    conditions.push(
      sql`wanted.author_id in (select followed_id from follows where follower_id = ${followerId})`,
    );
  if (category) conditions.push(sql`wanted.category = ${category}`);
  if (state) conditions.push(sql`wanted.state = ${state}`);
  if (district) conditions.push(sql`wanted.district = ${district}`);
  if (places) {
    const isInOne = places.map((place) =>
      place.district
        ? sql`wanted.state = ${place.state} and wanted.district = ${place.district}`
        : sql`wanted.state = ${place.state}`,
    );
    conditions.push(sql`(${sql.join(isInOne, sql` or `)})`);
  }
  if (price) conditions.push(sql`wanted.price_rank >= ${price.from}`);
  if (price?.to !== undefined) conditions.push(sql`wanted.price_rank <= ${price.to}`);
  conditions.push(...searchConditions(filter));
  return conditions;
}

/** Without an index of words: a scan of 200,000 takes 0.4 s. */
function searchConditions({ cropKeys, words, otherwise = [] }: WantedFilter): RawBuilder<SqlBool>[] {
  // Signs only, such as '!!!'.
  if (words?.length === 0) return [sql`false`];
  const hasWords = (words ?? []).map(hasText);
  if (!cropKeys) return hasWords;
  const isOfCrop = [sql<SqlBool>`wanted.crop_key = any(${cropKeys}::text[])`, ...hasWords];
  if (otherwise.length === 0) return isOfCrop;
  return [sql`(${sql.join(isOfCrop, sql` and `)} or ${sql.join(otherwise.map(hasText), sql` and `)})`];
}

function hasText(text: string): RawBuilder<SqlBool> {
  return hasWord(sql`lower(concat_ws(' ', wanted.crop_key, wanted.crop_type, wanted.note))`, text);
}

/** Not as `exists`, which reads all users. */
const isAuthorActive = sql`(select ${isActivePerson} from users where users.id = wanted.author_id)`;

/** As `isBlockedBetween`, read once for all rows. */
function isNotBlocked(viewerId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`wanted.author_id <> all(array(
    select blocked_id from blocks where blocker_id = ${viewerId}::uuid
    union all select blocker_id from blocks where blocked_id = ${viewerId}::uuid))`;
}

function beyond({ sort, cursor }: WantedRequest): RawBuilder<unknown> {
  if (!cursor) return sql``;
  const key = keys[sort];
  return key
    ? sql`and (${key}, wanted.id) < (${cursor.key}::float8::numeric, ${cursor.id}::uuid)`
    : sql`and wanted.id < ${cursor.id}::uuid`;
}

async function hasTooMany(trx: Database, authorId: string, besides?: string): Promise<boolean> {
  const open = await trx
    .selectFrom('wanted_posts as wanted')
    .select('id')
    .where('author_id', '=', authorId)
    .where(isWantedNow)
    .$if(besides !== undefined, (query) => query.where('id', '<>', besides ?? ''))
    .limit(limits.wanted.open)
    .execute();
  return open.length >= limits.wanted.open;
}
