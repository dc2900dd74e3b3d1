import { sql } from 'kysely';

/**
 * A new id for each row that a statement makes by itself: a UUIDv7 like those made here, by the database's clock.
 * PostgreSQL has a function for it from version 18 on only.
 */
export const newRowId = sql<string>`(
  overlay(lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') placing '-' from 9 for 0)
  || '-7' || substr(gen_random_uuid()::text, 16))::uuid`;
