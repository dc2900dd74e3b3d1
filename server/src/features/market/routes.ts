import { cropKeyOf } from '@upaj/contract/crops';
import { defaultLocation, readLocation, type Location } from '@upaj/contract/market';
import { districtsOf } from '@upaj/contract/places';
import { schemes } from '@upaj/contract/scheme-list';
import type { Weather } from '@upaj/contract/weather';
import { invalidField } from '#src/http/errors.ts';
import { answer, memberRoute, type Route } from '#src/http/route.ts';
import type { OverviewService } from './overview.ts';
import { toRateListRequest } from './rate-list.ts';
import type { MarketService } from './service.ts';

export interface MarketRoutesOptions {
  market: MarketService;
  overview: OverviewService;
  findWeather(location: Location): Promise<Weather | null>;
}

export function marketRoutes({ market, overview, findWeather }: MarketRoutesOptions): Route[] {
  return [
    memberRoute('GET /api/v1/market/rates', async ({ query }) => {
      const { data, page } = await market.findRates(toRateListRequest(query));
      return answer(200, 'Rates', data, page);
    }),

    memberRoute('GET /api/v1/market/rates/:rateId', async ({ params: { rateId } }) =>
      answer(200, 'Rate', await market.findRate(rateId)),
    ),

    memberRoute('GET /api/v1/market/rates/:rateId/history', async ({ params: { rateId }, query }) =>
      answer(200, 'History', await market.findHistory(rateId, Number(query.days ?? '30'))),
    ),

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
      const price = await market.findPrice({ cropKey: cropKeyOf(cropType), state, district, variety });
      return { message: 'Price', data: price };
    }),

    memberRoute('GET /api/market/overview', async ({ query }) =>
      answer(200, 'Market', await overview.find(locationOf(query.location))),
    ),

    memberRoute('GET /api/market/rates', async ({ query }) => {
      const { rates } = await market.findPlaceRates(locationOf(query.location));
      return { json: rates };
    }),

    memberRoute('GET /api/market/climate', async ({ query }) => ({
      json: JSON.stringify(await findWeather(locationOf(query.location))),
    })),

    memberRoute('GET /api/market/schemes', async () => ({ json: JSON.stringify(schemes) })),
  ];
}

/** @throws AppError INVALID_INPUT. */
function assertDistrict({ state, district }: { state: string; district: string }): void {
  if (!districtsOf(state).includes(district)) throw invalidField('district', 'districtInvalid');
}

/** @throws AppError INVALID_INPUT. */
function locationOf(text: string = defaultLocation): Location {
  const location = readLocation(text);
  if (!location) throw invalidField('location', 'locationInvalid');
  return location;
}
