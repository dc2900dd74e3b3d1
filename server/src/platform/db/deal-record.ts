import { sql } from 'kysely';

/** Of a row of `deals`: '4821 3097'. */
export const dealNumber = sql<string>`overlay(deals.number::text placing ' ' from 5 for 0)`;
