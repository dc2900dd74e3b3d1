import { sql, type RawBuilder } from 'kysely';
import { newRowId } from './ids.ts';

const groups = {
  like: { column: sql.ref('post_id'), index: sql`(post_id) where kind = 'like' and not is_read` },
  follow: { column: sql.ref('user_id'), index: sql`(user_id) where kind = 'follow' and not is_read` },
};

/**
 * `people` gives `user_id` and `post_id`. A group starts when the previous one was read, the first one a minute
 * ago: people who come at the same time may be stored before it.
 */
export function addToGroup(kind: 'like' | 'follow', people: RawBuilder<unknown>): RawBuilder<unknown> {
  const { column, index } = groups[kind];
  const ofGroup = sql`where kind = ${sql.lit(kind)} and notifications.${column} = person.${column}`;
  return sql`
    insert into notifications (id, user_id, kind, post_id, data, since)
    select ${newRowId}, person.user_id, ${sql.lit(kind)}, person.post_id, '{}', coalesce((
      select least(max(read_at), now()) from notifications ${ofGroup} and is_read
      having max(read_at) is not null), now() - interval '1 minute')
    from (${people}) person
    where not exists (select from notifications ${ofGroup} and not is_read)
    order by person.${column}
    on conflict ${index} do nothing returning id`;
}
