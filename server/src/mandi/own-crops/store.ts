import { limits } from '@upaj/contract/limits';
import { lockActivePerson } from '#src/people/rows.ts';
import type { Database } from '#src/platform/db/connect.ts';

const recentArrivals = 10;

export function ownCropsStore(db: Database) {
  return {
    /** Finds pinned crops first, then those of price alerts. */
    findNamed(userId: string): Promise<{ commodity: string; isPinned: boolean }[]> {
      return db
        .selectFrom('pinned_crops')
        .select(({ lit }) => ['commodity', lit(true).$castTo<boolean>().as('isPinned'), 'pinned_at as since'])
        .where('user_id', '=', userId)
        .unionAll(
          db
            .selectFrom('price_alerts')
            .select(({ lit }) => [
              'commodity',
              lit(false).$castTo<boolean>().as('isPinned'),
              'created_at as since',
            ])
            .where('user_id', '=', userId),
        )
        .orderBy('isPinned', 'desc')
        .orderBy('since')
        .orderBy('commodity')
        .execute();
    },

    /** Locks the user, so that concurrent pins respect the limit. */
    pin(userId: string, commodity: string): Promise<'NOT_LOGGED_IN' | 'TOO_MANY_PINS' | undefined> {
      return db.transaction().execute(async (trx) => {
        if (!(await lockActivePerson(trx, userId))) return 'NOT_LOGGED_IN';
        const pins = await trx
          .selectFrom('pinned_crops')
          .select('commodity')
          .where('user_id', '=', userId)
          .execute();
        if (pins.some((pin) => pin.commodity === commodity)) return undefined;
        if (pins.length >= limits.pins) return 'TOO_MANY_PINS';
        await trx.insertInto('pinned_crops').values({ user_id: userId, commodity }).execute();
        return undefined;
      });
    },

    async unpin(userId: string, commodity: string): Promise<void> {
      await db
        .deleteFrom('pinned_crops')
        .where('user_id', '=', userId)
        .where('commodity', '=', commodity)
        .execute();
    },

    /** The latest modal prices of each series, oldest first. */
    async findRecent(seriesIds: readonly number[]): Promise<Map<number, number[]>> {
      const rows = await db
        .selectFrom('rate_series')
        .innerJoinLateral(
          (of) =>
            of
              .selectFrom('rates')
              .select(['arrival_date', 'modal_price'])
              .whereRef('series_id', '=', 'rate_series.id')
              .orderBy('arrival_date', 'desc')
              .limit(recentArrivals)
              .as('latest'),
          (join) => join.onTrue(),
        )
        .select(['rate_series.id', 'latest.modal_price as price'])
        .where(({ eb: on, fn, val }) => on('rate_series.id', '=', fn.any(val([...seriesIds]))))
        .orderBy('rate_series.id')
        .orderBy('latest.arrival_date')
        .execute();
      const byId = Map.groupBy(rows, ({ id }) => id);
      return new Map([...byId].map(([id, points]) => [id, points.map(({ price }) => price)]));
    },
  };
}

export type OwnCropsStore = ReturnType<typeof ownCropsStore>;
