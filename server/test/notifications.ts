import { v7 as uuidv7 } from 'uuid';
import type { PriceAlertData } from '@upaj/contract/notify/notifications';
import type { Database } from '#src/platform/db/connect.ts';

export function priceNotification(changes: Partial<PriceAlertData> = {}): PriceAlertData {
  return {
    alertId: '01900000-0000-7000-8000-000000000001',
    rateId: '12',
    commodity: 'Wheat',
    crop: 'wheat',
    market: 'Khanna',
    district: 'Ludhiana',
    state: 'Punjab',
    type: 'above',
    targetPrice: 2600,
    price: 2650,
    unit: 'quintal',
    arrivalDate: '2026-11-20',
    isSample: false,
    ...changes,
  };
}

export async function insertNotifications(
  db: Database,
  userId: string,
  ...changesOf: Partial<PriceAlertData>[]
): Promise<string[]> {
  const rows = changesOf.map((changes, index) => ({
    id: uuidv7(),
    user_id: userId,
    kind: 'price-alert',
    data: JSON.stringify(priceNotification(changes)),
    created_at: new Date(Date.UTC(2026, 10, 20, 12, 0, index)),
  }));
  await db.insertInto('notifications').values(rows).execute();
  return rows.map(({ id }) => id);
}

export async function findUndelivered(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('undelivered_notifications')
    .innerJoin('notifications', 'id', 'notification_id')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
