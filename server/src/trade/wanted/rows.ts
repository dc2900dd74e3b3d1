import { sql } from 'kysely';
import { todayInIndia } from '#src/platform/db/times.ts';

/** The condition is about a row of `wanted_posts` named `wanted`. */
export const isWantedNow = sql<boolean>`(wanted.is_open and wanted.end_date >= ${todayInIndia})`;
