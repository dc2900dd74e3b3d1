import { sql, type RawBuilder } from 'kysely';
import { findLinks } from '#src/moderation/flags/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';

/**
 * Returns whether another moderator has to decide the case: this one reported or owns the thing, is a side of the deal
 * or chat, wrote a post that a flag compares with, or made the decision that is appealed. A linked account counts too.
 */
export async function isParty(db: Database, caseId: string, moderatorId: string): Promise<boolean> {
  const linked = (await findLinks(db, [moderatorId])).map(([, linkedId]) => linkedId);
  const { rows } = await sql`
    with about as (
      select cases.* from cases where id = ${caseId}
      union all
      select appealed.* from cases
      join decisions on decisions.id = cases.decision_id
      join cases appealed on appealed.id = decisions.case_id
      where cases.id = ${caseId}
    ),
    sent as (
      select reporter_id, message_ids from reports where case_id in (select id from about)
      union all
      select reporter_id, null from retained_reports where case_id in (select id from about)
    ),
    found as (select data from flags where case_id in (select id from about))
    select from (
      select person_id as id from about
      union all select moderator_id from decisions where id in (select decision_id from about)
      union all select reporter_id from sent
      union all select unnest(array[sender_id, receiver_id]) from messages
        where id in (select message_id from about union all select unnest(message_ids) from sent)
      union all select unnest(array[buyer_id, seller_id]) from deals where id in (select deal_id from about)
      union all select posts.author_id from comments join posts on posts.id = comments.post_id
        where comments.id in (select comment_id from about)
      union all select author_id from posts
        where id in (select jsonb_array_elements_text(data -> 'postIds')::uuid from found)
      union all select jsonb_array_elements_text(data -> 'userIds')::uuid from found
    ) parties
    where id = any(${[moderatorId, ...linked]}::uuid[])
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Selects the cases that the moderator works on now, and those whose decision is appealed in one of them. */
function claimedBy(moderatorId: string): RawBuilder<unknown> {
  const isClaimed = sql`cases.claimed_by = ${moderatorId} and cases.claimed_until > ${new Date()}`;
  return sql`
    select cases.id from cases where ${isClaimed}
    union all
    select case_id from decisions where id in (select decision_id from cases where ${isClaimed})`;
}

/** Returns whether the moderator works on the case now, or on an appeal against its decision. */
export async function hasClaim(db: Database, caseId: string, moderatorId: string): Promise<boolean> {
  const { rows } = await sql`
    select from cases where id = ${caseId} and id in (${claimedBy(moderatorId)})`.execute(db);
  return rows.length > 0;
}

/** Returns whether a photo belongs to the post, the messages or the evidence of a case that the moderator works on now. */
export async function isEvidence(db: Database, photo: string, moderatorId: string): Promise<boolean> {
  const { rows } = await sql`
    with claimed as (select * from cases where id in (${claimedBy(moderatorId)}))
    select from (
      select images from posts where id in (select post_id from claimed)
      union all
      select images from case_evidence where id in (select id from claimed)
      union all
      select images from messages where id in (
        select message_id from claimed
        union all
        select unnest(message_ids) from reports where case_id in (select id from claimed))
    ) evidence
    where images::text like ${`%${photo}%`}
    limit 1`.execute(db);
  return rows.length > 0;
}
