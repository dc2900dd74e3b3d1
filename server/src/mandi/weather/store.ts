import type { Database } from '#src/platform/db/connection.ts';
import type { Forecast } from './open-meteo.ts';

export interface Report {
  forecast: Forecast;
  fetchedAt: Date;
}

export function weatherStore({ db }: { db: Database }) {
  return {
    findReport(state: string, district: string): Promise<Report | undefined> {
      return db
        .selectFrom('weather_reports')
        .select(['report as forecast', 'fetched_at as fetchedAt'])
        .where('state', '=', state)
        .where('district', '=', district)
        .$narrowType<{ forecast: Forecast }>()
        .executeTakeFirst();
    },

    async saveReport(state: string, district: string, { forecast, fetchedAt }: Report): Promise<void> {
      const fetched = { report: JSON.stringify(forecast), fetched_at: fetchedAt };
      await db
        .insertInto('weather_reports')
        .values({ state, district, ...fetched })
        .onConflict((row) => row.columns(['state', 'district']).doUpdateSet(fetched))
        .execute();
    },
  };
}

export type WeatherStore = ReturnType<typeof weatherStore>;
