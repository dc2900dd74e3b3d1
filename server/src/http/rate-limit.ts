import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './errors.ts';

export interface RateLimit {
  /** Counts one; @throws AppError TOO_MANY_REQUESTS once the points of the window are used up. */
  take(key: string): Promise<void>;
  /** Takes one back that turned out not to count. */
  giveBack(key: string): Promise<void>;
}

/** At most `points` for a key in each window of `minutes`. No two limits may have one name: they would count together. */
export type MakeRateLimit = (name: string, points: number, minutes: number) => RateLimit;

/**
 * With Redis all processes count together. While it is away each counts for itself: nobody is refused for that, and
 * nobody tries passwords without end.
 */
export function rateLimits(redis: Redis | undefined): MakeRateLimit {
  const names = new Set<string>();
  return (name, points, minutes) => {
    if (names.has(name)) throw new Error(`two limits are named ${name}`);
    names.add(name);
    const options = { keyPrefix: `upaj:limit:${name}`, points, duration: minutes * 60 };
    const alone = new RateLimiterMemory(options);
    const limiter = redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          rejectIfRedisNotReady: true,
          insuranceLimiter: alone,
        })
      : alone;
    return {
      async take(key) {
        try {
          await limiter.consume(key);
        } catch (error) {
          throw error instanceof RateLimiterRes ? tooMany(error) : error;
        }
      },
      async giveBack(key) {
        await limiter.reward(key);
      },
    };
  };
}

function tooMany({ msBeforeNext }: RateLimiterRes): AppError {
  return new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(msBeforeNext / 1000) });
}
