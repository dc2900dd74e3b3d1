import { dayInIndia, writeDay } from '@upaj/contract/days';
import { idOf } from '#src/people/access.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { unlessOrphaned } from '#src/platform/db/errors.ts';
import { addPartition, dropPartitions } from '#src/platform/db/partitions.ts';
import { statement } from '#src/platform/db/statement.ts';
import { todayInIndia } from '#src/platform/db/times.ts';
import { canSeePost } from '#src/trade/access.ts';

/** In days: how far ahead the job makes partitions, so that views can be stored while it fails. */
const daysAhead = 7;

const countView = statement<{ postId: string; viewerId: string }>()((db, { postId, viewerId }) =>
  db
    .with('seen', (query) =>
      query
        .insertInto('post_views')
        .columns(['post_id', 'viewer_id', 'day'])
        .expression((eb) =>
          eb
            .selectFrom('posts')
            .select(['posts.id', idOf(viewerId).as('viewer_id'), todayInIndia.as('day')])
            .where('posts.id', '=', postId)
            .where('posts.author_id', '!=', viewerId)
            .where(canSeePost(viewerId))
            .forKeyShare(),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('post_id'),
    )
    .updateTable('post_counts')
    .set((eb) => ({ views: eb('views', '+', 1) }))
    .where('post_id', 'in', (eb) => eb.selectFrom('seen').select('seen.post_id')),
);

/** Keeps how many viewed each post, by day, and forgets who did. */
export function viewsStore({ db }: { db: Database }) {
  return {
    /** Counts a view. A viewer counts once a day in India, and the author never. */
    async count(postId: string, viewerId: string): Promise<void> {
      await unlessOrphaned(countView.execute(db, { postId, viewerId }));
    },

    /** Stores how many viewed each post on the days before today, because who viewed it is deleted soon. */
    async addDays(): Promise<void> {
      await db
        .insertInto('post_view_days')
        .columns(['post_id', 'day', 'views'])
        .expression((eb) =>
          eb
            .selectFrom('post_views')
            .select((of) => ['post_id', 'day', of.cast<number>(of.fn.countAll(), 'integer').as('views')])
            .where('day', '<', todayInIndia)
            .groupBy(['post_id', 'day']),
        )
        .onConflict((conflict) =>
          conflict.columns(['post_id', 'day']).doUpdateSet((eb) => ({
            // An earlier count may be larger, because accounts that were deleted since have taken their views with
            // them.
            views: eb.fn<number>('greatest', ['post_view_days.views', 'excluded.views']),
          })),
        )
        .execute();
    },

    /** Drops the views of days before the last three, and makes partitions for those to come. */
    async renewPartitions(): Promise<void> {
      const today = dayInIndia();
      for (let day = today; day <= today + daysAhead; day++)
        await addPartition(db, 'post_views', {
          suffix: writeDay(day).replaceAll('-', ''),
          firstDay: writeDay(day),
          nextDay: writeDay(day + 1),
        });
      await dropPartitions(db, 'post_views', writeDay(today - 2));
    },
  };
}

export type ViewsStore = ReturnType<typeof viewsStore>;
