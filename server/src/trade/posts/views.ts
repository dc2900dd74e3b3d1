import { dayInIndia, writeDay } from '@upaj/contract/days';
import type { Database } from '#src/platform/db/connection.ts';
import { addPartition, dropPartitions } from '#src/platform/db/partitions.ts';
import { todayInIndia } from '#src/platform/db/times.ts';

/** In days: how far ahead the job makes partitions, so that views can be stored while it fails. */
const daysAhead = 7;

/** Keeps how many viewed each post, by day, and forgets who did. */
export function viewsStore({ db }: { db: Database }) {
  return {
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
