import type { Services } from '#src/app.ts';
import { rateOf } from '#test/rates.ts';

const goods = [
  { commodity: 'Wheat', crop: 'wheat' },
  { commodity: 'Tomato', crop: 'tomato' },
  { commodity: 'Onion', crop: 'onion' },
];
const places = [
  { state: 'Punjab', district: 'Ludhiana', market: 'Khanna' },
  { state: 'Punjab', district: 'Patiala', market: 'Rajpura' },
  { state: 'Maharashtra', district: 'Nashik', market: 'Lasalgaon' },
];

export async function addMarket({ rates, news }: Services): Promise<void> {
  const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10);
  const list = places.flatMap((place) =>
    goods.map((good) => rateOf({ ...place, ...good, arrivalDate: yesterday })),
  );
  await rates.ingest(list, { isSample: false });
  await news.addSample([
    { title: 'Onion prices rise in several mandis', summary: 'An example.', hoursAgo: 2 },
  ]);
}
