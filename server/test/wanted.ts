import { dayInIndia, writeDay } from '@upaj/contract/days';
import type { Wanted } from '@upaj/contract/trade/wanted';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#src/platform/db/connection.ts';
import type { TestClient } from './client.ts';

export function wantedForm(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    cropType: 'Wheat',
    quantity: 20.5,
    unit: 'tonne',
    maxPrice: '2700',
    priceUnit: 'per quintal',
    state: 'Punjab',
    district: 'Ludhiana',
    endDate: writeDay(dayInIndia() + 12),
    ...changes,
  };
}

export async function addWanted(
  { client }: { client: TestClient },
  changes: Record<string, unknown> = {},
): Promise<Wanted> {
  return (await client.call('POST /api/v1/wanted', { body: wantedForm(changes) })).data;
}

/** Inserts a wanted post that usual posts match. Its author may be a farmer. */
export async function insertWanted(
  db: Database,
  authorId: string,
  changes: { note?: string } = {},
): Promise<string> {
  const id = uuidv7();
  const place = { state: 'Punjab', district: 'Ludhiana' };
  const crop = { crop_type: 'Wheat', crop_key: 'wheat', category: 'Grains' };
  const price = { quantity: 20, unit: 'tonne', max_price: 2700, price_unit: 'per quintal' };
  const ends = { end_date: writeDay(dayInIndia() + 12), note: '', ...changes };
  const own = { id, author_id: authorId, client_id: uuidv7() };
  await db
    .insertInto('wanted_posts')
    .values({ ...own, ...place, ...crop, ...price, ...ends })
    .execute();
  return id;
}
