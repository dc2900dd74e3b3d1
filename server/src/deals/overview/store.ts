import { sql, type Expression } from 'kysely';
import type { PostCounts, Spent } from '@upaj/contract/deals/overview';
import { dealJson } from '#src/deals/deals/rows.ts';
import { isMadeBy, isOfferOpen, offerJson } from '#src/deals/offers/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { countUpTo } from '#src/platform/db/pages.ts';
import { todayInIndia } from '#src/platform/db/times.ts';
import { postGoods } from '#src/trade/rows.ts';

/** How many people did something with a post on one day. `daysAgo` is 0 for today. */
export interface DayCount {
  postId: string;
  kind: keyof PostCounts;
  daysAgo: number;
  count: number;
}

/** The number of days that charts show. */
export const days = 30;
const months = 12;
const most = { offers: 20, deals: 50, spent: 500 };

const inIndia = (time: Expression<Date | null>) => sql<Date>`(${time} at time zone 'Asia/Kolkata')`;
const daysSince = (day: Expression<unknown>) => sql<number>`(${todayInIndia} - ${day})`;
const daysSinceTime = (time: Expression<Date | null>) => daysSince(sql`${inIndia(time)}::date`);
const dayBefore = (count: number) => sql<string>`(${todayInIndia} - ${sql.lit(count)})`;
const firstMoment = sql<Date>`(${dayBefore(days - 1)}::timestamp at time zone 'Asia/Kolkata')`;
const kindOf = (kind: keyof PostCounts) => sql<keyof PostCounts>`${sql.lit(kind)}`.as('kind');
const one = sql<number>`1`.as('amount');

export function overviewStore({ db }: { db: Database }) {
  /**
   * Builds a query for what others did with these posts: an amount for each post, kind and day, which the caller
   * sums. Each part selects by `post_id`, for which its table has an index.
   */
  function partsOf(authorId: string, postIds: readonly string[]) {
    const marks = (table: 'likes' | 'saved_posts', kind: keyof PostCounts) =>
      db
        .selectFrom(db.dynamic.table(table).as('marks'))
        .select((of) => [
          'marks.post_id as postId',
          kindOf(kind),
          daysSinceTime(of.ref('marks.created_at')).as('daysAgo'),
          one,
        ])
        .where('marks.post_id', 'in', postIds)
        .where('marks.user_id', '<>', authorId)
        .where('marks.created_at', '>=', firstMoment);
    const offers = db
      .selectFrom('offers')
      .select((of) => [
        of.ref('offers.post_id').$notNull().as('postId'),
        kindOf('offers'),
        daysSinceTime(of.ref('offers.created_at')).as('daysAgo'),
        one,
      ])
      .where('offers.post_id', 'in', postIds)
      .where(isMadeBy('buyer'))
      .where('offers.created_at', '>=', firstMoment);
    const chats = db
      .selectFrom('messages')
      .select((of) => [
        of.ref('messages.post_id').$notNull().as('postId'),
        kindOf('chats'),
        daysSinceTime(of.fn.min('messages.created_at')).as('daysAgo'),
        one,
      ])
      .where('messages.post_id', 'in', postIds)
      .where('messages.sender_id', '<>', authorId)
      .groupBy(['messages.post_id', 'messages.conversation_id'])
      .having((of) => of(of.fn.min('messages.created_at'), '>=', firstMoment));
    const latestViews = db
      .selectFrom('post_views')
      .select((of) => [
        'post_views.post_id as postId',
        kindOf('views'),
        daysSince(of.ref('post_views.day')).as('daysAgo'),
        one,
      ])
      .where('post_views.post_id', 'in', postIds)
      .where('post_views.day', '>=', dayBefore(1));
    const earlierViews = db
      .selectFrom('post_view_days')
      .select((of) => [
        'post_view_days.post_id as postId',
        kindOf('views'),
        daysSince(of.ref('post_view_days.day')).as('daysAgo'),
        'post_view_days.views as amount',
      ])
      .where('post_view_days.post_id', 'in', postIds)
      .where('post_view_days.day', '>=', dayBefore(days - 1))
      .where('post_view_days.day', '<', dayBefore(1));
    return marks('likes', 'likes')
      .unionAll(marks('saved_posts', 'saves'))
      .unionAll(offers)
      .unionAll(chats)
      .unionAll(latestViews)
      .unionAll(earlierViews);
  }

  return {
    async findPosts(authorId: string, beforeId: string | undefined, limit: number) {
      const own = db.selectFrom('posts').where('posts.author_id', '=', authorId);
      const rows = await own
        .innerJoin('post_counts as counts', 'counts.post_id', 'posts.id')
        .$if(beforeId !== undefined, (query) => query.where('posts.id', '<', beforeId ?? ''))
        .select((of) => [
          'posts.id',
          'posts.title',
          'posts.images',
          'posts.price',
          'posts.harvest_date as harvestDate',
          'posts.is_available as isAvailable',
          'posts.is_hidden as isHidden',
          'counts.views as allViews',
          ...postGoods,
          of
            .selectFrom('offers')
            .select((offer) => offer.cast<number>(offer.fn.countAll(), 'integer').as('waiting'))
            .whereRef('offers.post_id', '=', 'posts.id')
            .where('offers.turn', '=', 'seller')
            .where(isOfferOpen)
            .$asScalar()
            .$notNull()
            .as('waitingOffers'),
        ])
        .orderBy('posts.id', 'desc')
        .limit(limit + 1)
        .execute();
      return { rows, total: beforeId ? undefined : await countUpTo(db, own.select('posts.id')) };
    },

    async findCounts(authorId: string, postIds: readonly string[]): Promise<DayCount[]> {
      if (postIds.length === 0) return [];
      return db
        .selectFrom(partsOf(authorId, postIds).as('part'))
        .select((of) => [
          'part.postId',
          'part.kind',
          'part.daysAgo',
          of.cast<number>(of.fn.sum('part.amount'), 'integer').as('count'),
        ])
        .groupBy(['part.postId', 'part.kind', 'part.daysAgo'])
        .execute();
    },

    async findOpenOffers(buyerId: string) {
      const rows = await db
        .selectFrom('offers')
        .select(offerJson.as('offer'))
        .where('offers.buyer_id', '=', buyerId)
        .where(isOfferOpen)
        .orderBy('offers.id', 'desc')
        .limit(most.offers)
        .execute();
      return rows.map(({ offer }) => offer);
    },

    async findDueDeals(buyerId: string) {
      const rows = await db
        .selectFrom('deals')
        .innerJoin('users as buyers', 'buyers.id', 'deals.buyer_id')
        .innerJoin('users as sellers', 'sellers.id', 'deals.seller_id')
        .select(dealJson(buyerId).as('deal'))
        .where('deals.buyer_id', '=', buyerId)
        .where('deals.ended_at', 'is', null)
        .where((of) =>
          of.or([of('deals.buyer_paid_at', 'is', null), of('deals.buyer_delivered_at', 'is', null)]),
        )
        .orderBy('deals.id', 'desc')
        .limit(most.deals)
        .execute();
      return rows.map(({ deal }) => deal);
    },

    async findSpent(buyerId: string): Promise<Spent[]> {
      return db
        .selectFrom('deals')
        .select((of) => [
          of.fn<string>('to_char', [inIndia(of.ref('deals.buyer_paid_at')), sql.lit('YYYY-MM')]).as('month'),
          of.fn.min('deals.crop_type').as('cropType'),
          of.cast<number>(of.fn.countAll(), 'integer').as('deals'),
          of.cast<number>(of.fn.sum('deals.total'), 'float8').as('total'),
        ])
        .where('deals.buyer_id', '=', buyerId)
        .where('deals.status', '<>', 'cancelled')
        .where(
          'deals.buyer_paid_at',
          '>=',
          sql<Date>`(date_trunc('month', ${todayInIndia}::timestamp) - make_interval(months => ${sql.lit(months - 1)})) at time zone 'Asia/Kolkata'`,
        )
        .groupBy(['month', 'deals.crop_key'])
        .orderBy('month', 'desc')
        .orderBy('total', 'desc')
        .limit(most.spent)
        .execute();
    },
  };
}

export type OverviewStore = ReturnType<typeof overviewStore>;
