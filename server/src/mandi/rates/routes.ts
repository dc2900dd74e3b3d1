import { AppError } from '#src/platform/http/errors.ts';
import { adminRoute, type Route } from '#src/platform/http/route.ts';
import type { RatesService } from './service.ts';

const longestFetch = 4 * 60_000;

export function ratesRoutes(rates: RatesService): Route[] {
  return [
    adminRoute('POST /api/v1/admin/fetch-rates', async () => {
      try {
        const { rates: count } = await rates.fetchDay(AbortSignal.timeout(longestFetch));
        return { message: `${count} ${count === 1 ? 'rate' : 'rates'} added or updated.`, data: null };
      } catch (error) {
        throw new AppError('SOURCE_FAILED', { cause: error });
      }
    }),
  ];
}
