import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#src/platform/db/connection.ts';
import { readNames, explainMissing, findSchema } from '#src/platform/db/migrate.ts';

interface Address {
  port: number;
  host: string;
  release: string;
}

const pauseBetweenLooks = 1_000;

/**
 * Waits until the migrations that this version needs have been run. Meanwhile `/readyz` says why nothing else is
 * served.
 */
export async function waitForSchema(
  db: Database,
  { port, host, release }: Address,
  say: (line: string) => void,
): Promise<void> {
  const needed = await readNames();
  let reason = await findReason();
  if (!reason) return;
  const server = createServer(({ url = '' }, response) => {
    const isAlive = url.startsWith('/healthz');
    response.writeHead(isAlive ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      connection: 'close',
      ...(!isAlive && { 'retry-after': '5' }),
    });
    response.end(JSON.stringify(isAlive ? { status: 'ok' } : { status: 'waiting', release, reason }));
  });
  server.listen(port, host);
  await once(server, 'listening');
  let said: string | undefined;
  while (reason) {
    if (reason !== said) say(`Waiting: ${reason}`);
    said = reason;
    await sleep(pauseBetweenLooks);
    reason = await findReason();
  }
  const closed = once(server, 'close');
  server.close();
  await closed;

  async function findReason(): Promise<string | undefined> {
    try {
      return explainMissing(await findSchema(db, needed));
    } catch (error) {
      return (error as Error).message;
    }
  }
}
