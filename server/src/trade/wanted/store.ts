import { sql } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { Wanted } from '@upaj/contract/trade/wanted';
import type { PostGoods } from '#src/mandi/market-page/service.ts';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { isoTime, todayInIndia } from '#src/platform/db/times.ts';
import { canSeeWanted } from '#src/trade/access.ts';
import { authorJson } from '#src/people/rows.ts';
import { findMatching, isBeyond, isWantedNow, keyOf } from './rows.ts';
import type { WantedRequest } from './filter.ts';

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

/** The contract's wanted post, from a row of `wanted_posts` named `wanted` and its author in `users`. */
const wantedJson = sql<
  FoundWanted['wanted']
>`json_build_object('_id', wanted.id, 'cropType', wanted.crop_type,
  'category', wanted.category, 'quantity', wanted.quantity, 'unit', wanted.unit, 'maxPrice', wanted.max_price,
  'priceUnit', wanted.price_unit, 'location', json_build_object('state', wanted.state, 'district', wanted.district),
  'endDate', to_char(wanted.end_date, 'YYYY-MM-DD'), 'note', wanted.note, 'isOpen', wanted.is_open,
  'isEnded', wanted.end_date < ${todayInIndia}, 'createdAt', ${isoTime('wanted.created_at')}, 'author', ${authorJson})`;

const goodsColumns = [
  'wanted.id',
  'wanted.crop_key as cropKey',
  'wanted.price_unit as priceUnit',
  'wanted.state',
  'wanted.district',
] as const;

export function wantedStore({ db }: { db: Database }) {
  return {
    async findPage(
      request: WantedRequest,
      viewerId: string,
    ): Promise<{ rows: FoundWanted[]; total: number | undefined }> {
      const { sort, cursor, limit } = request;
      const key = keyOf(sort);
      const matching = findMatching(db, request, viewerId);
      const counted = matching.select('wanted.id').limit(sql.lit(limits.page.countedTo + 1));
      const page = matching
        .selectAll('wanted')
        .select((eb) => eb.cast<number | null>(key, 'float8').as('key'))
        .$if(cursor !== undefined, (query) => query.where(isBeyond(request)))
        .$if(sort !== 'latest', (query) => query.orderBy(key, 'desc'))
        .orderBy('wanted.id', 'desc')
        // The limit is a literal, because the planner must know it to read the list in its order.
        .limit(sql.lit(limit + 1));
      const rows = await db
        .selectFrom(page.as('wanted'))
        .innerJoin('users', 'users.id', 'wanted.author_id')
        .select([...goodsColumns, wantedJson.as('wanted'), 'wanted.key'])
        .$if(!cursor, (query) =>
          query.select((eb) =>
            eb
              .selectFrom(counted.as('counted'))
              .select(({ fn }) => eb.cast<number>(fn.countAll(), 'int4').as('count'))
              .$asScalar()
              .as('total'),
          ),
        )
        .orderBy('wanted.key', 'desc')
        .orderBy('wanted.id', 'desc')
        .execute();
      return { rows, total: cursor ? undefined : (rows[0]?.total ?? 0) };
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
        .select((eb) => [...goodsColumns, wantedJson.as('wanted'), eb.lit(null).as('key')])
        .where('wanted.id', '=', wantedId)
        .where(canSeeWanted(viewerId))
        .executeTakeFirst();
    },

    async findByClientId(authorId: string, clientId: string, trx: Transaction): Promise<string | undefined> {
      const found = await trx
        .selectFrom('wanted_posts')
        .select('id')
        .where('author_id', '=', authorId)
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      return found?.id;
    },

    /** Counts to the limit, without the post `besides`. */
    async countOpen(authorId: string, besides: string | undefined, trx: Transaction): Promise<number> {
      const open = await trx
        .selectFrom('wanted_posts as wanted')
        .select('id')
        .where('author_id', '=', authorId)
        .where(isWantedNow)
        .$if(besides !== undefined, (query) => query.where('id', '<>', besides ?? ''))
        .limit(limits.wanted.open)
        .execute();
      return open.length;
    },

    async add(wanted: NewWanted, trx: Transaction): Promise<void> {
      await trx.insertInto('wanted_posts').values(wanted).execute();
      await addEvent(trx, 'wanted.created', { wantedId: wanted.id });
    },

    /** Locks the user before the post, so that concurrent writes respect the limit of open posts. */
    async lock(wantedId: string, userId: string, trx: Transaction) {
      await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
      return trx
        .selectFrom('wanted_posts')
        .select(['author_id as authorId', 'state', 'district', 'is_open as isOpen'])
        .where('id', '=', wantedId)
        .forUpdate()
        .executeTakeFirst();
    },

    async update(
      wantedId: string,
      changes: Partial<WantedColumns> & { is_open?: boolean },
      trx: Transaction,
    ): Promise<void> {
      await trx
        .updateTable('wanted_posts')
        .set({ ...changes, updated_at: new Date() })
        .where('id', '=', wantedId)
        .execute();
    },

    /** Returns false when the author has no such post. */
    async remove(wantedId: string, authorId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('wanted_posts')
        .where('id', '=', wantedId)
        .where('author_id', '=', authorId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async exists(wantedId: string): Promise<boolean> {
      const found = await db
        .selectFrom('wanted_posts')
        .select('id')
        .where('id', '=', wantedId)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}

export type WantedStore = ReturnType<typeof wantedStore>;
