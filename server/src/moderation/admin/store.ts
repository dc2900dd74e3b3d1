import { sql } from 'kysely';
import type { ListedReport } from '@upaj/contract/moderation/admin';
import type { Database } from '#src/platform/db/connect.ts';
import { dealNumber } from '#src/platform/db/deal-record.ts';
import { isoTime } from '#src/platform/db/times.ts';

export interface Moderated {
  id: string;
  username: string;
}

export interface ListedReports {
  total: number;
  reports: ListedReport[];
}

const reportsShown = 200;

/** A message that carries a change of an offer has no text of its own. */
const offerText = sql`case when offer_changes.action is not null then concat_ws(' · ', offer_changes.action,
  offer_changes.quantity || ' ' || offer_changes.unit, '₹' || offer_changes.price || ' ' || offer_changes.price_unit,
  nullif(offer_changes.note, '')) end`;

export function adminStore(db: Database) {
  return {
    async findPerson(person: string): Promise<Moderated | undefined> {
      const name = person.toLowerCase();
      const { rows } = await sql<Moderated>`
        select id, username from users
        where (lower(username) = ${name} or email = ${name}) and deleted_at is null`.execute(db);
      return rows[0];
    },

    async setVerified(userId: string, isVerified: boolean): Promise<void> {
      await sql`update users set is_verified = ${isVerified} where id = ${userId}`.execute(db);
    },

    /** Posts are locked before the person, as everywhere; a second pass finds posts added meanwhile. */
    async suspend(userId: string, reason: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await sql`select id from posts where author_id = ${userId} order by id for no key update`.execute(
          trx,
        );
        await sql`
          update users set suspended_at = coalesce(suspended_at, now()), suspension_reason = ${reason}
          where id = ${userId}`.execute(trx);
        await setAuthorSuspended(trx, userId, true);
        await sql`delete from sessions where user_id = ${userId}`.execute(trx);
      });
    },

    async restore(userId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await sql`select id from posts where author_id = ${userId} order by id for no key update`.execute(
          trx,
        );
        await sql`update users set suspended_at = null, suspension_reason = '' where id = ${userId}`.execute(
          trx,
        );
        await setAuthorSuspended(trx, userId, false);
      });
    },

    async findReports(isWithResolved: boolean): Promise<ListedReports> {
      const shown = isWithResolved ? sql`true` : sql`reports.resolved_at is null`;
      const { rows } = await sql<ListedReports>`
        select (select count(*)::int from reports where ${shown}) as total,
          coalesce((select json_agg(report) from (
            select json_build_object(
              '_id', reports.id, 'kind', reports.kind, 'reason', reports.reason, 'details', reports.details,
              'weight', reports.weight, 'reporterUsername', reporters.username,
              'targetId', coalesce(reports.post_id, reports.user_id, reports.message_id, reports.comment_id, reports.deal_id),
              'ownerUsername', owners.username, 'deal', case when deals.id is not null then json_build_object(
                'number', ${dealNumber}, 'buyer', buyers.username, 'seller', sellers.username) end,
              'text', coalesce(posts.title, nullif(messages.text, ''), ${offerText}, comments.text, deals.title, ''),
              'isHidden', coalesce(posts.is_hidden_by_moderation, comments.removed_at is not null, false), 'isResolved', reports.resolved_at is not null,
              'date', ${isoTime('reports.created_at')}) as report
            from reports
            left join users reporters on reporters.id = reports.reporter_id
            left join posts on posts.id = reports.post_id
            left join messages on messages.id = reports.message_id
            left join offer_changes on offer_changes.offer_id = messages.offer_id and offer_changes.version = messages.offer_version
            left join comments on comments.id = reports.comment_id
            left join deals on deals.id = reports.deal_id
            left join users buyers on buyers.id = deals.buyer_id
            left join users sellers on sellers.id = deals.seller_id
            join users owners on owners.id = coalesce(posts.author_id, messages.sender_id, comments.author_id, reports.user_id,
              case when coalesce(reports.reporter_id = deals.seller_id, deals.buyer_cancelled_at is not null) then deals.buyer_id else deals.seller_id end)
            where ${shown} order by reports.created_at desc, reports.id desc limit ${sql.lit(reportsShown)}
          ) listed), '[]') as reports`.execute(db);
      return rows[0] ?? { total: 0, reports: [] };
    },

    async resolve(reportId: string): Promise<boolean> {
      const { rows } = await sql`
        update reports set resolved_at = coalesce(resolved_at, now()) where id = ${reportId} returning id`.execute(
        db,
      );
      return rows.length > 0;
    },

    async hidePost(postId: string): Promise<boolean> {
      const { rows } = await sql`
        update posts set is_hidden_by_moderation = true where id = ${postId} returning id`.execute(db);
      return rows.length > 0;
    },

    /** Resolves its reports, or the next one would hide the post again. */
    async showPost(postId: string): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const { rows } = await sql`
          update posts set is_hidden_by_moderation = false where id = ${postId} returning id`.execute(trx);
        await sql`
          update reports set resolved_at = now() where post_id = ${postId} and resolved_at is null`.execute(
          trx,
        );
        return rows.length > 0;
      });
    },

    /** Moderators still see the comment. Posts are locked before their comments. */
    async deleteComment(commentId: string): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const { rows } = await sql`
          select posts.id from posts join comments on comments.post_id = posts.id
          where comments.id = ${commentId} for key share of posts`.execute(trx);
        await sql`
          with removed as (
            update comments set removed_at = now() where id = ${commentId} and removed_at is null returning post_id
          ), resolved as (
            update reports set resolved_at = now() where comment_id = ${commentId} and resolved_at is null
          )
          update post_counts set comments = comments - 1 where post_id in (select post_id from removed)`.execute(
          trx,
        );
        return rows.length > 0;
      });
    },
  };
}

export type AdminStore = ReturnType<typeof adminStore>;

async function setAuthorSuspended(trx: Database, userId: string, isSuspended: boolean): Promise<void> {
  await sql`update posts set is_author_suspended = ${isSuspended}
    where author_id = ${userId} and is_author_suspended <> ${isSuspended}`.execute(trx);
}
