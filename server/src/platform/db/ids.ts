import { sql } from 'kysely';

/** A UUIDv7 by the database's clock; PostgreSQL has a function for it only from version 18. */
export const newRowId = sql<string>`(
  overlay(lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') placing '-' from 9 for 0)
  || '-7' || substr(gen_random_uuid()::text, 16))::uuid`;
