import { Redis } from 'ioredis';
import { startRedis } from '../../../scripts/lib/redis.mjs';

/** Opens a Redis that no other test uses. */
export async function openOwnRedis() {
  const { url, halt } = await startRedis();
  const client = new Redis(url);
  return {
    url,
    client,
    async close() {
      client.disconnect();
      await halt();
    },
  };
}
