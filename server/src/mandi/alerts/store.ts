import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { kilograms, type AlertForm, type AlertType, type WeightUnit } from '@upaj/contract/mandi/alerts';
import { isActivePerson } from '#src/people/access.ts';
import { lockActivePerson } from '#src/people/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { isMet, priceInUnit, reachedEvent, withBestPrices, type Alerts } from './rows.ts';

/** Throws to refuse a change. `own` has the user's alerts; it is undefined when there is no active user. */
type CheckAlerts = (own: readonly { id: string; isEqual: boolean }[] | undefined) => void;

export type AlertRow = Awaited<ReturnType<AlertsStore['findAlerts']>>[number];

/** One evaluation runs at a time, because an older read of the prices must not undo a newer one. */
const evaluationLock = 0x75_70_61_6a;

export function alertsStore({ db }: { db: Database }) {
  const alertsOf = (userId: string) => db.selectFrom('price_alerts').where('user_id', '=', userId);

  /**
   * Resumes a paused alert and sets whether its price is reached now. Without a rate, that stays as it was before the
   * pause.
   */
  async function resume(executor: Database, userId: string, alertId: string): Promise<void> {
    const paused = alertsOf(userId).where('id', '=', alertId).where('is_active', '=', false);
    await executor
      .with('looked', () => withBestPrices(executor, paused).select(['alert.id', isMet.as('isMet')]))
      .updateTable('price_alerts')
      .from('looked')
      .set(({ fn, ref }) => ({
        is_active: true,
        is_met: fn.coalesce('looked.isMet', ref('price_alerts.is_met')),
      }))
      .whereRef('price_alerts.id', '=', 'looked.id')
      .where('is_active', '=', false)
      .execute();
  }

  return {
    findAlerts(userId: string, alertId?: string) {
      const own = alertId ? alertsOf(userId).where('id', '=', alertId) : alertsOf(userId);
      return withBestPrices(db, own)
        .select(['alert.id', 'alert.commodity', 'alert.state', 'alert.district', 'alert.market'])
        .select(['alert.type', 'alert.unit', 'alert.target_price as targetPrice'])
        .select(['alert.is_active as isActive', 'series.market as currentMarket'])
        .select(['alert.last_fired_at as lastFiredAt', 'alert.created_at as createdAt'])
        .select(({ fn, lit }) => [
          fn.coalesce(isMet, lit(false)).as('isMet'),
          priceInUnit.$castTo<number | null>().as('currentPrice'),
        ])
        .$narrowType<{ type: AlertType; unit: WeightUnit }>()
        .orderBy('alert.created_at', 'desc')
        .orderBy('alert.id', 'desc')
        .execute();
    },

    /** Finds what mandis call the commodity, and whether they report from the district and the market. */
    findKnown({ commodity, state, district, market }: AlertForm) {
      const inDistrict = db
        .selectFrom('rate_series')
        .select('id')
        .where('state', '=', state)
        .where('district', '=', district);
      const named = db
        .selectFrom('rate_series')
        .select('commodity')
        .where(({ cast, eb: on, fn, val }) =>
          on(fn('lower', ['commodity']), '=', fn('lower', [cast(val(commodity), 'text')])),
        )
        .limit(1);
      return db
        .selectNoFrom(({ exists }) => [
          named.as('commodity'),
          exists(inDistrict).as('hasDistrict'),
          exists(inDistrict.where('market', '=', market)).as('hasMarket'),
        ])
        .executeTakeFirstOrThrow();
    },

    /** Adds an alert if `check` accepts the alerts of the user, or resumes an equal one. @returns its id */
    addAlert(userId: string, form: AlertForm, check: CheckAlerts): Promise<string> {
      return db.transaction().execute(async (trx) => {
        const own = await lockAlerts(trx, userId, form);
        check(own);
        let id = own?.find(({ isEqual }) => isEqual)?.id;
        if (!id) {
          id = uuidv7();
          await trx
            .insertInto('price_alerts')
            .values({ id, user_id: userId, ...columnsOf(form), is_active: false, is_met: false })
            .execute();
        }
        await resume(trx, userId, id);
        return id;
      });
    },

    /** Changes an alert if `check` accepts the alerts of the user, and removes another equal one. */
    async editAlert(userId: string, alertId: string, form: AlertForm, check: CheckAlerts): Promise<void> {
      await db.transaction().execute(async (trx) => {
        // The lock keeps a running evaluation of the earlier target from notifying the owner of the changed alert.
        await lockEvaluation(trx);
        const own = await lockAlerts(trx, userId, form);
        check(own);
        const equal = (own ?? []).filter(({ isEqual }) => isEqual).map(({ id }) => id);
        const others = equal.filter((id) => id !== alertId);
        if (others.length > 0) await trx.deleteFrom('price_alerts').where('id', 'in', others).execute();
        const isSame = equal.includes(alertId);
        await trx
          .updateTable('price_alerts')
          .set({ ...columnsOf(form), ...(!isSame && { is_active: false, is_met: false }) })
          .where('id', '=', alertId)
          .execute();
        await resume(trx, userId, alertId);
      });
    },

    resume: (userId: string, alertId: string): Promise<void> => resume(db, userId, alertId),

    async pause(userId: string, alertId: string): Promise<void> {
      await db
        .updateTable('price_alerts')
        .set({ is_active: false })
        .where('id', '=', alertId)
        .where('user_id', '=', userId)
        .execute();
    },

    async removeAlert(userId: string, alertId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('price_alerts')
        .where('id', '=', alertId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /**
     * Compares alerts on the commodities, or all alerts, with the present prices. Adds an event for each whose price
     * was reached.
     * @returns how many were reached
     */
    evaluate(commodities: readonly string[] | undefined): Promise<number> {
      return db.transaction().execute(async (trx) => {
        await lockEvaluation(trx);
        const reached = await trx
          .with('looked', () =>
            withBestPrices(trx, activeAlerts(trx, commodities)).select([
              'alert.id',
              'series.id as seriesId',
              isMet.as('isMet'),
            ]),
          )
          .with('turned', (query) =>
            query
              .updateTable('price_alerts as alert')
              .from('looked')
              .set((of) => ({
                is_met: of.ref('looked.isMet').$notNull(),
                last_fired_at: of
                  .case()
                  .when(of.ref('looked.isMet'))
                  .then(sql<Date>`now()`)
                  .else(of.ref('alert.last_fired_at'))
                  .end(),
              }))
              .whereRef('alert.id', '=', 'looked.id')
              .where('alert.is_active', '=', true)
              .whereRef('alert.is_met', '<>', 'looked.isMet')
              .returningAll('alert')
              .returning('looked.seriesId'),
          )
          .insertInto('events')
          .columns(['kind', 'data'])
          .expression((query) =>
            query
              .selectFrom('turned as alert')
              .innerJoin('rate_series as series', 'series.id', 'alert.seriesId')
              .select(reachedEvent)
              .where('alert.is_met', '=', true),
          )
          .executeTakeFirst();
        return Number(reached.numInsertedOrUpdatedRows);
      });
    },
  };
}

export type AlertsStore = ReturnType<typeof alertsStore>;

async function lockEvaluation(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(evaluationLock)})`.execute(trx);
}

/**
 * Locks the user, so that concurrent changes respect the limit. @returns the user's alerts, undefined without an active
 * user
 */
async function lockAlerts(trx: Transaction, userId: string, form: AlertForm) {
  if (!(await lockActivePerson(trx, userId))) return undefined;
  const { target_price: targetPrice, unit, ...goods } = columnsOf(form);
  const perQuintal = unit === 'kg' ? Math.round(targetPrice * kilograms.quintal) : targetPrice;
  return trx
    .selectFrom('price_alerts')
    .select((of) => [
      'id',
      of
        .and({ ...goods, target_per_quintal: perQuintal })
        .$castTo<boolean>()
        .as('isEqual'),
    ])
    .where('user_id', '=', userId)
    .execute();
}

function columnsOf({ commodity, state, district, market, type, targetPrice, unit }: AlertForm) {
  return { commodity, state, district, market, type, target_price: targetPrice, unit };
}

/** Selects alerts of active people, on any of the commodities or their crops. */
function activeAlerts(db: Database, commodities: readonly string[] | undefined): Alerts {
  const active = db
    .selectFrom('price_alerts')
    .where('is_active', '=', true)
    .where('user_id', 'in', db.selectFrom('users').select('id').where(isActivePerson));
  if (!commodities) return active;
  const ratesOf = db
    .selectFrom('rate_series')
    .where(({ eb: on, fn, val }) => on('commodity', '=', fn.any(val([...commodities]))));
  const crops = ratesOf
    .where('crop', 'is not', null)
    .select(({ ref }) => ref('crop').$castTo<string>().as('commodity'));
  return active.where('commodity', 'in', ratesOf.select('commodity').union(crops));
}
