import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';
import { newRowId } from '#src/platform/db/ids.ts';
import { partPattern } from '#src/platform/db/part-pattern.ts';
import { isActivePerson, isBlockedBetween } from '#src/people/access.ts';

export interface NewWantedPost {
  id: string;
  cropKey: string;
  state: string;
  district: string;
}

export interface Candidate {
  userId: string;
  state: string;
  district: string;
  /** Null for the author of a post of this crop. */
  mainProduct: string | null;
}

/** So many posts, and so many farmers by their main product, are looked at. */
const looked = 5_000;
/** Open wanted posts that are looked at for one new post, and those that it can match. */
const lookedForPost = 1_000;
const mostMatches = 200;
const remembered = 100;
/** New posts come several times. */
const recent = 500;
const batch = 500;

const isCurrent = sql`wanted.is_open and wanted.end_date >= (now() at time zone 'Asia/Kolkata')::date`;
/** Prices of other units cannot be compared. */
const isAffordable = sql`case
  when posts.price_unit = wanted.price_unit then posts.price <= wanted.max_price
  else coalesce(posts.price_per_kg <= wanted.max_per_kg, true) end`;

export function wantedNewsStore(db: Database) {
  return {
    async findNew(): Promise<NewWantedPost[]> {
      const { rows } = await sql<NewWantedPost>`
        select id, crop_key as "cropKey", state, district from wanted_posts wanted where not is_matched and ${isCurrent}
        order by id limit ${sql.lit(batch)}`.execute(db);
      return rows;
    },

    async findFarmers(cropKey: string, names: readonly string[]): Promise<Candidate[]> {
      const { rows } = await sql<Candidate>`
        select author_id as "userId", state, district, null as "mainProduct" from (
          select * from posts where crop_key = ${cropKey} and is_available and not is_hidden
          order by id desc limit ${sql.lit(looked)}) latest
        union all
        select id, state, district, major_product from (
          select * from users
          where user_type = 'farmer' and ${isActivePerson}
            and lower(major_product) like any(${names.map((name) => partPattern(name.toLowerCase()))}::text[])
          limit ${sql.lit(looked)}) growers`.execute(db);
      return rows;
    },

    /** Once for each wanted post. Locks farmers by id. */
    async addForFarmers(wantedId: string, farmerIds: readonly string[]): Promise<void> {
      await sql`
        with matched as (
          update wanted_posts wanted set is_matched = true where id = ${wantedId} and not is_matched and ${isCurrent}
          returning id, author_id
        ), farmers as materialized (
          select users.id from users
          where id = any(${farmerIds}::uuid[]) and user_type = 'farmer' and ${isActivePerson}
          order by id for key share
        )
        insert into wanted_news (user_id, pending)
        select farmers.id, array[matched.id] from matched join users author on author.id = matched.author_id
        join farmers on not ${isBlockedBetween(sql`farmers.id`, sql`matched.author_id`)}
        where author.suspended_at is null and author.deleted_at is null
        order by farmers.id
        on conflict (topic) do update set pending = wanted_news.pending || excluded.pending
        where cardinality(wanted_news.pending) < ${sql.lit(remembered)}`.execute(db);
    },

    /**
     * Locks authors before their wanted posts, as deletion of an account does. Passes over those it would wait for: new posts come
     * again. @returns how many wanted posts the posts match.
     */
    async addForMerchants(postIds: readonly string[]): Promise<number> {
      const { rows } = await sql`
        with matches as (
          select wanted.id, wanted.author_id, array_agg(posts.id order by posts.id) as post_ids
          from posts cross join lateral (
            select * from (
              select * from wanted_posts where crop_key = posts.crop_key and is_open
              order by id desc limit ${sql.lit(lookedForPost)}) wanted
            where ${isCurrent} and ${isAffordable} and wanted.author_id <> posts.author_id and wanted.id < posts.id
              and not ${isBlockedBetween(sql`wanted.author_id`, sql`posts.author_id`)}
            order by id desc limit ${sql.lit(mostMatches)}
          ) wanted
          where posts.id = any(${postIds}::uuid[]) and posts.is_available and not posts.is_hidden
          group by wanted.id, wanted.author_id
        ), authors as materialized (
          select id from users where id in (select author_id from matches) and ${isActivePerson}
          order by id for key share skip locked
        ), locked as materialized (
          select id from wanted_posts
          where id in (select id from matches where author_id = any(array(select id from authors)))
          order by id for key share
        )
        insert into wanted_news (user_id, wanted_id, pending, recent)
        select author_id, id, post_ids, post_ids from matches join locked using (id) order by id
        on conflict (topic) do update set
          pending = (wanted_news.pending || array(
            select unnest(excluded.recent) except select unnest(wanted_news.recent)))[:${sql.lit(remembered)}],
          recent = (array(select distinct unnest(wanted_news.recent || excluded.recent) order by 1 desc))[:${sql.lit(recent)}]
        where not excluded.recent <@ wanted_news.recent
        returning topic`.execute(db);
      return rows.length;
    },

    /**
     * Of what is pending: replaces the unread notification if the last one is an hour old, else adds to it. What was read less
     * than an hour ago waits. @returns how many were notified.
     */
    async notify(): Promise<number> {
      const { rows } = await sql<{ taken: number; notified: number }>`
        with news as materialized (
          select topic, news.user_id, wanted_id, pending, coalesce(notified_at <= now() - interval '1 hour', true) as is_due,
            (case when wanted_id is null then 'wanted' else 'wanted-match' end) as kind
          from wanted_news news join users on users.id = news.user_id
          where pending <> '{}' and ${isActivePerson} and (
            coalesce(notified_at <= now() - interval '1 hour', true)
            or exists (select from notifications open where open.user_id = news.user_id and not is_read
              and kind = (case when wanted_id is null then 'wanted' else 'wanted-match' end)
              and data ->> 'wantedId' is not distinct from wanted_id::text))
          order by topic limit ${sql.lit(batch)}
          for update of news skip locked for key share of users skip locked
        ), open as materialized (
          select news.topic, notifications.id, data -> 'ids' as ids from news
          join notifications on notifications.user_id = news.user_id and notifications.kind = news.kind and not is_read
            and data ->> 'wantedId' is not distinct from wanted_id::text
          for update of notifications
        ), merged as (
          select news.*, open.id, (
            select jsonb_agg(id order by id) from (
              select id from (
                select unnest(pending)::text as id union select jsonb_array_elements_text(open.ids)
              ) both_ids order by id desc limit ${sql.lit(remembered)}) latest) as ids
          from news left join open using (topic)
        ), removed as (
          delete from notifications using merged where notifications.id = merged.id and is_due
        ), added as (
          update notifications set data = data || jsonb_build_object('ids', ids)
          from merged where notifications.id = merged.id and not is_due
        ), notified as (
          insert into notifications (id, user_id, kind, data)
          select ${newRowId}, user_id, kind, jsonb_build_object('wantedId', wanted_id, 'ids', ids)
          from merged where is_due returning id
        ), cleared as (
          update wanted_news set pending = '{}',
            notified_at = case when is_due then now() else wanted_news.notified_at end
          from merged where wanted_news.topic = merged.topic and (is_due or merged.id is not null)
          returning 1
        )
        select (select count(*)::int from cleared) as taken, (select count(*)::int from notified) as notified`.execute(
        db,
      );
      const { taken = 0, notified = 0 } = rows[0] ?? {};
      return taken === batch ? notified + (await this.notify()) : notified;
    },
  };
}

export type WantedNewsStore = ReturnType<typeof wantedNewsStore>;
