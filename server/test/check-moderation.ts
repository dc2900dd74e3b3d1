import { sql, type RawBuilder } from 'kysely';
import { budget, enoughToHide } from '#src/moderation/reports/weights.ts';
import type { Database } from '#src/platform/db/connection.ts';

/** What no sequence of reports, decisions, undoing, appeals and deletions leads to. Each query finds what does. */
const forbidden: Record<string, RawBuilder<{ id: string }>> = {
  'is hidden without a decision, and no reports hid it within the budget': sql`
    select posts.id from posts where is_hidden_by_moderation and not exists (
      select from cases left join decisions on decisions.case_id = cases.id
      where cases.post_id = posts.id and (
        (action = 'hide' and undone_at is null)
        or (auto_hidden_at is not null and cases.status = 'open')
        -- A moderator looked, and found the reports right.
        or (auto_hidden_at is not null and action != 'dismiss' and undone_at is null)
        -- A moderator undid the dismissal.
        or (auto_hidden_at is not null and action = 'dismiss' and undone_at is not null)))`,
  'is shown although a decision hides it': sql`
    select posts.id from posts join cases on cases.post_id = posts.id
    join decisions on decisions.case_id = cases.id
    where not is_hidden_by_moderation and action = 'hide' and undone_at is null`,
  'was hidden by reports although a moderator had allowed it': sql`
    select cases.id from cases join cases earlier on earlier.post_id = cases.post_id
    join decisions on decisions.case_id = earlier.id
    where cases.auto_hidden_at > decisions.created_at and action = 'dismiss'
    and (undone_at is null or undone_at > cases.auto_hidden_at)`,
  'was hidden by too few reporters': sql`
    -- The reports that a moderator dismissed are deleted with their post.
    select cases.id from cases where auto_hidden_at is not null and (post_id is not null or status = 'open') and (
      select (select count(*) from reports where case_id = cases.id)
        + (select count(*) from retained_reports where case_id = cases.id)) < ${enoughToHide.groups}`,
  'was hidden beyond the budget of the day': sql`
    select id from cases where auto_hidden_at is not null
    order by auto_hidden_at offset ${budget.aDayAtLeast}`,
  'was decided by its person or a reporter': sql`
    select decisions.id from decisions
    where moderator_id = person_id or exists (
      select from reports where reports.case_id = decisions.case_id and reporter_id = moderator_id)`,
  'was undone by its person or a reporter': sql`
    select decisions.id from decisions
    where undone_by = person_id or exists (
      select from reports where reports.case_id = decisions.case_id and reporter_id = undone_by)`,
  'is an appeal that its moderator decided': sql`
    select appeals.id from cases appeals join decisions on decisions.id = appeals.decision_id
    left join decisions on_appeal on on_appeal.case_id = appeals.id
    where on_appeal.moderator_id = decisions.moderator_id
    -- After another moderator has dismissed the appeal, the first one may still undo the decision.
    or (on_appeal.id is null and decisions.undone_by = decisions.moderator_id
      and decisions.undone_at > appeals.opened_at)`,
  // A new account that continues a former one has the longer of two restrictions.
  'restricts a person without a decision in force': sql`
    select users.id from users where deleted_at is null and restricted_until is not null and not exists (
      select from decisions where decisions.person_id = users.id and action = 'restrict' and undone_at is null
      and until = restricted_until)
    and exists (select from decisions where decisions.person_id = users.id and action = 'restrict')`,
  'does not restrict a person as a decision in force says': sql`
    select users.id from users where deleted_at is null and restricted_until is null and exists (
      select from decisions where decisions.person_id = users.id and action = 'restrict' and undone_at is null)`,
  'is a decision without a row of the audit, or the other way round': sql`
    select cases.id from cases where
    (select count(*) from decisions where case_id = cases.id) !=
    (select count(*) from audit where case_id = cases.id and actor_role != 'automatic'
      and action not in ('claim', 'look', 'undo'))
    or (select count(*) from decisions where case_id = cases.id and undone_at is not null) !=
    (select count(*) from audit where case_id = cases.id and action = 'undo')`,
  'was hidden by reports without a row of the audit': sql`
    select cases.id from cases where auto_hidden_at is not null and not exists (
      select from audit where case_id = cases.id and actor_role = 'automatic' and action = 'hide')`,
  'is an open case with a resolved report, or a decided one with an open report': sql`
    select cases.id from cases join reports on reports.case_id = cases.id
    where (cases.status = 'open') != (resolved_at is null)`,
  'is a case whose counts are not those of its reports': sql`
    select cases.id from cases where status = 'open' and kind != 'appeal' and reports_count != (
      select (select count(*) from reports where case_id = cases.id and resolved_at is null)
        + (select count(*) from retained_reports where case_id = cases.id))`,
};

/** @returns what is wrong, with the id of the post, person, case or decision */
export async function checkModeration(db: Database): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, query] of Object.entries(forbidden)) {
    const { rows } = await query.execute(db);
    faults.push(...rows.map(({ id }) => `${id} ${what}`));
  }
  return faults;
}
