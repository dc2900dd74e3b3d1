import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './errors.ts';

export interface RateLimit {
  /** Counts one; @throws AppError TOO_MANY_REQUESTS once the points of the window are used up. */
  take(key: string): Promise<void>;
  /** Takes one back that turned out not to count. */
  giveBack(key: string): Promise<void>;
}

/** At most `points` for a key in each window of `minutes`. */
export function rateLimit(points: number, minutes: number): RateLimit {
  const limiter = new RateLimiterMemory({ points, duration: minutes * 60 });
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
}

function tooMany({ msBeforeNext }: RateLimiterRes): AppError {
  return new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(msBeforeNext / 1000) });
}
