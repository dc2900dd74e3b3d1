import { v7 as uuidv7 } from 'uuid';
import type { AlertForm, PriceAlert } from '@upaj/contract/mandi/alerts';
import { districtsOf } from '@upaj/contract/places';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import { findCropOf, readCropOf } from '#src/mandi/crops/commodities.ts';
import type { AlertRow, AlertsStore } from './store.ts';

export interface AlertsService {
  findAlerts(userId: string): Promise<PriceAlert[]>;
  addAlert(userId: string, form: AlertForm): Promise<PriceAlert>;
  setActive(userId: string, alertId: string, isActive: boolean): Promise<PriceAlert>;
  removeAlert(userId: string, alertId: string): Promise<void>;
  evaluate(commodities?: readonly string[]): Promise<number>;
}

export function alertsService(
  store: AlertsStore,
  notifications: Pick<NotificationsService, 'deliver'>,
): AlertsService {
  async function withKnownNames(form: AlertForm): Promise<AlertForm> {
    const { state, district, market } = form;
    const crop = findCropOf(form.commodity);
    const known = await store.findKnown(form);
    const commodity = crop?.id ?? known?.commodity ?? readCropOf(form.commodity)?.id;
    if (!commodity) throw invalidField('commodity', 'commodityUnknown');
    if (district !== '' && !known?.hasDistrict && !districtsOf(state).includes(district))
      throw invalidField('district', 'districtInvalid');
    if (market !== '' && !known?.hasMarket) throw invalidField('market', 'marketInvalid');
    return { ...form, commodity };
  }

  async function findAlert(userId: string, alertId: string): Promise<PriceAlert> {
    const [row] = await store.findAlerts(userId, alertId);
    if (!row) throw new AppError('ALERT_NOT_FOUND');
    return toAlert(row);
  }

  return {
    findAlerts: async (userId) => (await store.findAlerts(userId)).map(toAlert),

    async addAlert(userId, form) {
      const added = await store.addAlert(userId, uuidv7(), await withKnownNames(form));
      if (typeof added === 'string') throw new AppError(added);
      return findAlert(userId, added.id);
    },

    async setActive(userId, alertId, isActive) {
      if (!(await store.setActive(userId, alertId, isActive))) throw new AppError('ALERT_NOT_FOUND');
      return findAlert(userId, alertId);
    },

    async removeAlert(userId, alertId) {
      if (!(await store.removeAlert(userId, alertId))) throw new AppError('ALERT_NOT_FOUND');
    },

    async evaluate(commodities) {
      const fired = await store.evaluate(commodities);
      if (fired > 0) await notifications.deliver();
      return fired;
    },
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
