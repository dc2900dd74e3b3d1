import { startPostgres } from './lib/postgres.mjs';
import { startRedis } from './lib/redis.mjs';

/** Starts PostgreSQL and Redis for the project "postgres". @param {import('vitest/node').TestProject} project */
export async function setup({ config }) {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  console.log(`PostgreSQL ${postgres.version} on port ${postgres.port} and Redis, in temporary folders`);
  Object.assign(config.env, { TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: redis.url });
  return async () => {
    await redis.halt();
    postgres.stop();
  };
}
