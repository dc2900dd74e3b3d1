import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';

/**
 * Counts the deals of these users again; the caller locked them. Deals between the same two count once a week,
 * in India, as completed when nothing else of that week counts. A deal that one side alone cancelled counts for that
 * side, one that both cancelled does not. An overdue deal counts for the side that it waits for.
 */
export async function updateRecords(trx: Database, userIds: readonly string[]): Promise<void> {
  await sql`
    with ended as (
      select users.id as user_id, deals.status,
        case users.id when deals.buyer_id then deals.seller_id else deals.buyer_id end as other_id,
        date_trunc('week', coalesce(deals.ended_at, deals.changed_at) at time zone 'Asia/Kolkata') as week,
        case users.id when deals.buyer_id then
          (greatest(buyer_paid_at, seller_paid_at) at time zone 'Asia/Kolkata')::date
            - (deals.created_at at time zone 'Asia/Kolkata')::date end as days
      from users join deals on users.id in (deals.buyer_id, deals.seller_id)
      where users.id = any(${[...userIds]}::uuid[]) and (deals.status = 'completed' or deals.status = 'cancelled'
        and case users.id when deals.buyer_id then buyer_cancelled_at is not null and seller_cancelled_at is null
          else seller_cancelled_at is not null and buyer_cancelled_at is null end
        or users.id = case deals.overdue when 'buyer' then deals.buyer_id when 'seller' then deals.seller_id end)
    ), counted as (
      select user_id, bool_and(status = 'completed') as is_completed,
        max(days) filter (where status = 'completed') as days
      from ended group by user_id, other_id, week
    )
    update users set deals_completed = record.completed, deals_ended = record.ended, payment_days = record.days
    from (
      select users.id, count(user_id) as ended, count(user_id) filter (where is_completed) as completed,
        round(percentile_cont(0.5) within group (order by counted.days)) as days
      from users left join counted on counted.user_id = users.id
      where users.id = any(${[...userIds]}::uuid[]) group by users.id
    ) record where users.id = record.id and users.deleted_at is null`.execute(trx);
}
