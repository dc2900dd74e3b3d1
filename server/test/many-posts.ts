import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connection.ts';
import { withLongLimits } from '#src/platform/db/time-limits.ts';

/** Inserts the posts in one statement, which adds tens of thousands in seconds. */
export async function insertManyPosts(db: Database, authorId: string, count: number): Promise<void> {
  const insertion = sql`
    with added as (insert into posts (id, author_id, title, description, price, price_unit, quantity, category, crop_type, crop_key,
      state, district, city, village, pincode, shelf_life, images, search_text)
    select (lpad(to_hex(1760000000000 + number), 12, '0') || '70008000000000000000')::uuid, ${authorId}::uuid,
      'Post ' || number, 'Straight into the table', 30, 'per kg', '1 quintal', 'Grains', 'Wheat', 'wheat',
      'Punjab', 'Ludhiana', 'Khanna', 'Bahomajra', '141401', '1 year', '[]', ''
    from generate_series(1, ${count}::int) number returning id)
    insert into post_counts (post_id) select id from added`;
  await withLongLimits(() => insertion.execute(db));
}
