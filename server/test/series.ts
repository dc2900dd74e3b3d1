import type { Database } from '#src/platform/db/connection.ts';
import { daysAgo } from './market-rows.ts';

export interface SeriesFields {
  state: string;
  district: string;
  market: string;
  commodity: string;
  variety: string;
  grade: string;
  crop: string | null;
  is_sample: boolean;
  arrival_date: string;
  modal_price: number;
}

export async function insertSeries(
  db: Database,
  ...series: (Partial<SeriesFields> & { modal_price: number })[]
): Promise<number[]> {
  const rows = series.map(({ modal_price, ...rest }) => ({
    state: 'Punjab',
    district: 'Ludhiana',
    market: 'Khanna',
    commodity: 'Wheat',
    variety: 'Other',
    grade: 'FAQ',
    crop: 'wheat',
    is_sample: false,
    arrival_date: daysAgo(0),
    min_price: modal_price,
    max_price: modal_price,
    modal_price,
    ...rest,
  }));
  const found = await db.insertInto('rate_series').values(rows).returning('id').execute();
  return found.map(({ id }) => id);
}

export async function setPrice(
  db: Database,
  seriesId: number,
  price: number,
  arrivalDate = daysAgo(0),
): Promise<void> {
  await db
    .updateTable('rate_series')
    .set({ modal_price: price, arrival_date: arrivalDate })
    .where('id', '=', seriesId)
    .execute();
}
