import { limits } from '@upaj/contract/limits';
import type { AlertEdit, AlertForm, PriceAlert } from '@upaj/contract/mandi/alerts';
import { districtsOf } from '@upaj/contract/places';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { Consumers, OutboxService } from '#src/notify/outbox/service.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import { findCropOf, readCropOf } from '#src/mandi/crops/commodities.ts';
import type { AlertRow, AlertsStore } from './store.ts';

export type AlertsService = ReturnType<typeof alertsService>;

interface AlertsDeps {
  store: AlertsStore;
  outbox: Pick<OutboxService, 'nudge'>;
}

export function alertsService({ store, outbox }: AlertsDeps) {
  async function withKnownNames(form: AlertForm): Promise<AlertForm> {
    const { state, district, market } = form;
    const crop = findCropOf(form.commodity);
    const known = await store.findKnown(form);
    const commodity = crop?.id ?? known.commodity ?? readCropOf(form.commodity)?.id;
    if (!commodity) throw invalidField('commodity', 'commodityUnknown');
    if (district !== '' && !known.hasDistrict && !districtsOf(state).includes(district))
      throw invalidField('district', 'districtInvalid');
    if (market !== '' && !known.hasMarket) throw invalidField('market', 'marketInvalid');
    return { ...form, commodity };
  }

  async function findAlert(userId: string, alertId: string): Promise<PriceAlert> {
    const [row] = await store.findAlerts(userId, alertId);
    if (!row) throw new AppError('ALERT_NOT_FOUND');
    return toAlert(row);
  }

  return {
    findAlerts: async (userId: string) => (await store.findAlerts(userId)).map(toAlert),

    async addAlert(userId: string, form: AlertForm): Promise<PriceAlert> {
      const alertId = await store.addAlert(userId, await withKnownNames(form), (own) => {
        if (!own) throw new AppError('NOT_LOGGED_IN');
        const isNew = !own.some(({ isEqual }) => isEqual);
        if (isNew && own.length >= limits.alerts) throw new AppError('TOO_MANY_ALERTS');
      });
      return findAlert(userId, alertId);
    },

    async editAlert(userId: string, alertId: string, { isActive, ...edit }: AlertEdit): Promise<PriceAlert> {
      if (Object.keys(edit).length > 0) {
        const { commodity, state, district, market, type, targetPrice, unit } = await findAlert(
          userId,
          alertId,
        );
        const before = { commodity, state, district, market, type, targetPrice, unit };
        await store.editAlert(userId, alertId, await withKnownNames({ ...before, ...edit }), (own) => {
          if (!own) throw new AppError('NOT_LOGGED_IN');
          if (!own.some(({ id }) => id === alertId)) throw new AppError('ALERT_NOT_FOUND');
        });
      }
      if (isActive !== undefined)
        await (isActive ? store.resume(userId, alertId) : store.pause(userId, alertId));
      return findAlert(userId, alertId);
    },

    async removeAlert(userId: string, alertId: string): Promise<void> {
      if (!(await store.removeAlert(userId, alertId))) throw new AppError('ALERT_NOT_FOUND');
    },

    /** Evaluates the alerts on the commodities, or all. @returns how many were reached */
    async evaluate(commodities?: readonly string[]): Promise<number> {
      const reached = await store.evaluate(commodities);
      if (reached > 0) outbox.nudge();
      return reached;
    },
  };
}

/** Notifies the owners of alerts whose price was reached. */
export function alertsConsumers(notifications: Pick<NotificationsService, 'add'>): Consumers {
  return {
    'alert.reached': [
      (events, trx) =>
        notifications.add(
          trx,
          events.map(({ data: { userId, ...data } }) => ({ userId, kind: 'price-alert', data })),
        ),
    ],
  };
}

function toAlert({ id, lastFiredAt, createdAt, ...alert }: AlertRow): PriceAlert {
  return {
    _id: id,
    ...alert,
    crop: findCropOf(alert.commodity)?.id ?? null,
    lastFiredAt: lastFiredAt?.toJSON() ?? null,
    createdAt: createdAt.toJSON(),
  };
}
