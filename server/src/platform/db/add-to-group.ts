import { sql, type RawBuilder } from 'kysely';
import { newRowId } from './ids.ts';

/**
 * `people` gives `user_id` and `data`. A group starts when the previous one was read, the first one a minute
 * ago: people who come at the same time may be stored before it.
 */
export function addToGroup(kind: 'like' | 'follow', people: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into notifications (id, user_id, kind, data, since)
    select ${newRowId}, person.user_id, ${sql.lit(kind)}, person.data, coalesce((
      select least(max(read_at), now()) from notifications earlier
      where earlier.user_id = person.user_id and earlier.kind = ${sql.lit(kind)} and earlier.is_read
        and earlier.data = person.data
      having max(read_at) is not null), now() - interval '1 minute')
    from (${people}) person
    where not exists (
      select from notifications open
      where open.user_id = person.user_id and open.kind = ${sql.lit(kind)} and not open.is_read
        and coalesce(open.data ->> 'postId', '') = coalesce(person.data ->> 'postId', ''))
    on conflict (user_id, kind, (coalesce(data ->> 'postId', ''))) where kind in ('like', 'follow') and not is_read
    do nothing returning id`;
}
