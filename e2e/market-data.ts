import { requestRates } from '../server/test/request-rates.ts';
import { mandiRecord, ownKey, startDataGovIn } from '../server/test/data-gov-in.ts';
import { startOpenMeteo } from '../server/test/open-meteo.ts';

export const secretKey = 'k'.repeat(32);
const goods = [
  ['Wheat', 'Sharbati', 2610],
  ['Bhindi(Ladies Finger)', 'Bhindi', 4050],
  ['Safflower', 'Safflower', 6100],
] as const;
const mandis = [
  ['Ludhiana', 'Khanna', 0],
  ['Patiala', 'Rajpura', 40],
] as const;

const dayInIndia = (daysAgo: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Kolkata' }).format(Date.now() - daysAgo * 86_400_000);

/** Starts providers of mandi rates, of three days, and of weather. */
export async function startMarketData() {
  const [rates, sky] = await Promise.all([startDataGovIn(), startOpenMeteo(dayInIndia(0))]);
  return {
    env: {
      SECRET_KEY: secretKey,
      DATA_GOV_IN_URL: rates.url,
      DATA_GOV_IN_KEY: ownKey,
      OPEN_METEO_URL: sky.url,
    },
    async fill(url: string): Promise<void> {
      for (const daysAgo of [3, 2, 1]) {
        const day = dayInIndia(daysAgo).split('-').toReversed().join('/');
        rates.records = mandis.flatMap(([district, market, more]) =>
          goods.map(([commodity, variety, price]) => {
            const modal = price + more + 10 * daysAgo;
            return mandiRecord({
              state: 'Punjab',
              district,
              market,
              commodity,
              variety,
              grade: 'FAQ',
              arrival_date: day,
              min_price: String(modal - 100),
              max_price: String(modal + 100),
              modal_price: String(modal),
            });
          }),
        );
        const { status } = await requestRates(url, secretKey);
        if (status !== 200) throw new Error(`The rates were answered ${status}`);
      }
    },
    async close(): Promise<void> {
      await Promise.all([rates.close(), sky.close()]);
    },
  };
}
