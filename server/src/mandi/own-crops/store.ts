import { isDoubtful } from '#src/mandi/verdicts/rows.ts';
import { lockActivePerson } from '#src/people/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';

const recentArrivals = 10;

export function ownCropsStore({ db }: { db: Database }) {
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

    /**
     * Pins a crop if `check` accepts the pinned crops of the user, which are undefined without an active user. Locks
     * the user, so that concurrent pins see each other.
     */
    async pin(
      userId: string,
      commodity: string,
      check: (pinned: readonly string[] | undefined) => void,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const isActive = await lockActivePerson(trx, userId);
        const pins = trx.selectFrom('pinned_crops').select('commodity').where('user_id', '=', userId);
        const pinned = isActive ? (await pins.execute()).map((pin) => pin.commodity) : undefined;
        check(pinned);
        if (!pinned?.includes(commodity))
          await trx.insertInto('pinned_crops').values({ user_id: userId, commodity }).execute();
      });
    },

    async unpin(userId: string, commodity: string): Promise<void> {
      await db
        .deleteFrom('pinned_crops')
        .where('user_id', '=', userId)
        .where('commodity', '=', commodity)
        .execute();
    },

    /** Finds the latest modal prices of each series, oldest first. */
    async findRecent(seriesIds: readonly number[]): Promise<Map<number, number[]>> {
      const rows = await db
        .selectFrom('rate_series')
        .innerJoinLateral(
          (of) =>
            of
              .selectFrom('rates')
              .select(['arrival_date', 'modal_price'])
              .whereRef('series_id', '=', 'rate_series.id')
              .where(({ not }) => not(isDoubtful))
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
