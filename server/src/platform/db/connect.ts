import type { Connection, ConnectOptions } from './connection.ts';

/** Opens PostgreSQL at `databaseUrl`, or the embedded database under `dataDir`. @throws StartError */
export async function connect({ databaseUrl, ...options }: ConnectOptions): Promise<Connection> {
  // Only the driver that is used takes memory.
  if (!databaseUrl) return (await import('./embedded.ts')).openEmbedded(options);
  const { openPostgres } = await import('./postgres-connection.ts');
  return openPostgres(databaseUrl, options);
}
