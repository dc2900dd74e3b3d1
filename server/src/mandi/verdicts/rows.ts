import { expressionBuilder } from 'kysely';
import type { Database } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';

const eb = expressionBuilder<DB, 'rates'>();

/** Whether a row of `rates` is doubtful. */
export const isDoubtful = eb.exists(
  eb
    .selectFrom('doubtful_rates')
    .select('doubtful_rates.series_id')
    .whereRef('doubtful_rates.series_id', '=', 'rates.series_id')
    .whereRef('doubtful_rates.arrival_date', '=', 'rates.arrival_date'),
);

/** Selects the rates that are compared: those per quintal that are not doubtful. */
export function comparedSeries(db: Pick<Database, 'selectFrom'>) {
  return db
    .selectFrom('rate_series')
    .where('rate_series.is_doubtful', '=', false)
    .where('rate_series.unit', '=', 'quintal');
}
