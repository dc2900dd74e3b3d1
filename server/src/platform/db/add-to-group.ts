import { sql, type RawBuilder } from 'kysely';
import { newRowId } from './ids.ts';

const columns = { like: sql.ref('post_id'), follow: sql.ref('user_id') };

/** Unique among the unread notifications of a user, by an index. */
const group = sql`(case kind when 'like' then post_id when 'follow' then user_id else id end)`;

/**
 * `people` gives `user_id` and `post_id`. A group starts when the previous one was read, the first one a minute
 * ago: people who come at the same time may be stored before it.
 */
export function addToGroup(kind: 'like' | 'follow', people: RawBuilder<unknown>): RawBuilder<unknown> {
  const column = columns[kind];
  return sql`
    insert into notifications (id, user_id, kind, post_id, data, since)
    select ${newRowId}, person.user_id, ${sql.lit(kind)}, person.post_id, '{}', coalesce((
      select least(max(read_at), now()) from notifications
      where kind = ${sql.lit(kind)} and notifications.${column} = person.${column} and is_read
      having max(read_at) is not null), now() - interval '1 minute')
    from (${people}) person
    where not exists (
      select from notifications
      where notifications.user_id = person.user_id and ${group} = person.${column} and not is_read)
    order by person.${column}
    on conflict (user_id, ${group}) where not is_read do nothing returning id`;
}
