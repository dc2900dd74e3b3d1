import {
  defaultLocation,
  readLocation,
  writeLocation,
  type Location,
} from '@upaj/contract/mandi/market-page';
import type { Rate } from '@upaj/contract/mandi/rates';
import { schemes } from '@upaj/contract/mandi/scheme-list';
import type { Climate, Weather } from '@upaj/contract/mandi/weather';
import { districtsOf } from '@upaj/contract/places';
import { invalidField } from '#src/platform/http/errors.ts';
import { listRoute, memberRoute, type Route, type Viewer } from '#src/platform/http/route.ts';
import type { OverviewService } from './overview.ts';
import { resolveCropKey } from '#src/platform/names/resolve-crop.ts';
import { toRateListRequest } from './rate-list.ts';
import type { MarketService } from './service.ts';

export interface MarketRoutesDeps {
  market: MarketService;
  overview: OverviewService;
  addRecent(rates: readonly Rate[]): Promise<Rate[]>;
  findWeather(location: Location): Promise<Weather | null>;
  /** Finds the user's place. Unknown parts of it are ''. */
  findPlaceOf(userId: string): Promise<Required<Location> | undefined>;
}

export function marketRoutes(options: MarketRoutesDeps): Route[] {
  const { market, overview, addRecent, findWeather, findPlaceOf } = options;

  async function ownLocation({ id, place }: Viewer): Promise<string | undefined> {
    const { state = '', district = '' } = place ?? (await findPlaceOf(id)) ?? {};
    const texts = [writeLocation({ state, district }), state];
    return texts.find((text) => readLocation(text) !== undefined);
  }

  return [
    memberRoute('GET /api/v1/market/rates', async ({ query }) => {
      const { data, page } = await market.findRates(toRateListRequest(query));
      return { message: 'Rates', data: await addRecent(data), page };
    }),

    memberRoute('GET /api/v1/market/rates/:rateId', async ({ params: { rateId } }) => ({
      message: 'Rate',
      data: await market.findRate(rateId),
    })),

    listRoute('GET /api/v1/market/rates/:rateId/history', async ({ params: { rateId }, query }) => ({
      message: 'History',
      data: await market.findHistory(rateId, Number(query.days ?? '30')),
    })),

    memberRoute('GET /api/v1/market/commodities', async () => ({
      message: 'Commodities',
      data: [...(await market.findCommodities())],
    })),

    memberRoute('GET /api/v1/market/markets', async ({ query: { state } }) => ({
      message: 'Mandis',
      data: [...(await market.findMarkets(state))],
    })),

    memberRoute('GET /api/v1/market/offers', async ({ query }) => {
      assertDistrict(query);
      return { message: 'Offers', ...(await market.findOffers(query)) };
    }),

    memberRoute('GET /api/v1/market/price', async ({ query }) => {
      assertDistrict(query);
      const { cropType, state, district, variety = '' } = query;
      const price = await market.findPrice({ cropKey: resolveCropKey(cropType), state, district, variety });
      return { message: 'Price', data: price };
    }),

    memberRoute('GET /api/market/overview', async ({ query, viewer }) => {
      const location = query.location ?? (await ownLocation(viewer));
      return { message: 'Market', data: await overview.find(viewer.id, locationOf(location), query.lang) };
    }),

    memberRoute('GET /api/market/rates', async ({ query }) => {
      const { rates } = await market.findPlaceRates(locationOf(query.location), query.lang);
      return { json: JSON.stringify(rates) };
    }),

    memberRoute('GET /api/market/climate', async ({ query }) => {
      const location = locationOf(query.location);
      return { json: JSON.stringify((await findWeather(location)) ?? withoutReport(location)) };
    }),

    memberRoute('GET /api/market/schemes', async () => ({ json: JSON.stringify(schemes) })),
  ];
}

function withoutReport(location: Location): Climate {
  const none = { current: null, forecast: [], alerts: [], fetchedAt: null, isSample: false };
  return { location: writeLocation(location), ...none };
}

function assertDistrict({ state, district }: { state: string; district: string }): void {
  if (!districtsOf(state).includes(district)) throw invalidField('district', 'districtInvalid');
}

function locationOf(text: string = defaultLocation): Location {
  const location = readLocation(text);
  if (!location) throw invalidField('location', 'locationInvalid');
  return location;
}
