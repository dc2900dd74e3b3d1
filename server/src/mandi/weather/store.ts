import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';
import type { Forecast } from './forecast.ts';

export interface Report {
  forecast: Forecast;
  fetchedAt: Date;
}

export function weatherStore(db: Database) {
  return {
    async findReport(state: string, district: string): Promise<Report | undefined> {
      const { rows } = await sql<Report>`
        select report as forecast, fetched_at as "fetchedAt" from weather_reports
        where state = ${state} and district = ${district}`.execute(db);
      return rows[0];
    },

    async saveReport(state: string, district: string, { forecast, fetchedAt }: Report): Promise<void> {
      await sql`
        insert into weather_reports (state, district, report, fetched_at)
        values (${state}, ${district}, ${JSON.stringify(forecast)}::jsonb, ${fetchedAt})
        on conflict (state, district) do update set report = excluded.report, fetched_at = excluded.fetched_at`.execute(
        db,
      );
    },
  };
}

export type WeatherStore = ReturnType<typeof weatherStore>;
