import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { vi } from 'vitest';
import type { PriceAlertData } from '@upaj/contract/mandi/notifications';
import { notifyContents } from '#src/app.ts';
import { dealsConsumers } from '#src/deals/notifications/service.ts';
import { notificationsService } from '#src/notify/notifications/service.ts';
import { notificationsStore } from '#src/notify/notifications/store.ts';
import { outboxService } from '#src/notify/outbox/service.ts';
import { outboxStore } from '#src/notify/outbox/store.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { storeEvents } from '#test/events.ts';

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

/** Delivers the events of offers and deals without a server; what devices get is dropped. */
export async function deliverDealEvents(db: Database): Promise<void> {
  const log = { error: fail, warn: fail };
  const notifications = notificationsService({
    store: notificationsStore({ db, ...notifyContents }),
    deliveries: { add: async () => {} },
    push: { publicKey: async () => '' },
    realtime: { publish: () => {} },
    messenger: { isSetUp: false },
  });
  const outbox = outboxService({ store: outboxStore({ db }), log });
  outbox.addConsumers([dealsConsumers(notifications), { 'notifications.added': [notifications.deliver] }]);
  await outbox.deliver();
  await outbox.close();
}

function fail(details: unknown): never {
  throw new Error('Events were not delivered', { cause: (details as { err?: unknown }).err });
}

/**
 * Waits until the events that are due are delivered. A server must be running on this database, because it delivers
 * them.
 */
export async function waitUntilDelivered(db: Database): Promise<void> {
  const due = db
    .selectFrom('events')
    .select('id')
    .where('due_at', '<=', sql<Date>`now()`);
  const isDone = async () => (await due.execute()).length === 0;
  await vi.waitUntil(isDone, 60_000);
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
  const ids = rows.map(({ id }) => id);
  await storeEvents(db, 'notifications.added', { ids });
  return ids;
}

export async function findUndelivered(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where(
      sql<boolean>`exists (select from events where kind = 'notifications.added' and data -> 'ids' ? notifications.id::text)`,
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
