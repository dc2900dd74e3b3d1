import type { RateLimit as Rule } from '@upaj/contract/rate-limits';
import type { Redis } from 'ioredis';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { circuitBreaker } from '#src/platform/circuit-breaker.ts';
import { within } from '#src/platform/promises.ts';
import { AppError } from './errors.ts';

export interface RateLimit {
  take(key: string): Promise<void>;
  giveBack(key: string): Promise<void>;
  /**
   * Begins an attempt. It counts while it runs, so that many at once are not all allowed, and afterwards only when it
   * was wrong.
   */
  begin(key: string): Promise<Attempt>;
}

export interface Attempt {
  end(isWrong: boolean): Promise<void>;
}

/** Makes a limit, which is the same one for the same rule. */
export type MakeRateLimit = (rule: Rule) => RateLimit;

type Limiter = RateLimiterMemory | RateLimiterRedis;

/** Attempts that run at the same time are allowed again after this many ms. */
const msUntilAttemptsEnd = 1_000;

/** Counts together with all processes if there is Redis. While Redis is down, each process counts alone. */
export function rateLimits(redis: Redis | undefined, redisTimeout = 300): MakeRateLimit {
  const made = new Map<string, { rule: Rule; limit: RateLimit }>();
  const breaker = redis && circuitBreaker(() => within(redisTimeout, redis.ping()));
  redis?.once('end', () => breaker?.close());

  return (rule) => {
    const known = made.get(rule.name);
    if (known && known.rule !== rule) throw new Error(`two limits are named ${rule.name}`);
    const { limit } = known ?? { limit: makeLimit(rule) };
    made.set(rule.name, { rule, limit });
    return limit;
  };

  function makeLimit(rule: Rule): RateLimit {
    const ofNetwork = {
      ...rule,
      name: `${rule.name}-of-network`,
      points: rule.points * subscribersOfNetwork,
    };
    return countNetworks(makeCounter(rule), makeCounter(ofNetwork));
  }

  function makeCounter({ name, points, minutes }: Rule): RateLimit {
    const options = { keyPrefix: `upaj:limit:${name}`, points, duration: minutes * 60 };
    const inMemory = new RateLimiterMemory(options);
    const shared =
      redis && new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true });
    const runningByKey = new Map<string, number>();

    async function withLimiter<T>(work: (limiter: Limiter) => Promise<T>): Promise<T> {
      if (!shared || breaker?.isOpen) return work(inMemory);
      try {
        return await within(redisTimeout, work(shared));
      } catch (error) {
        if (error instanceof RateLimiterRes) throw error;
        breaker?.trip();
        return work(inMemory);
      }
    }

    async function take(key: string): Promise<void> {
      try {
        await withLimiter((limiter) => limiter.consume(key));
      } catch (error) {
        throw error instanceof RateLimiterRes ? tooMany(error.msBeforeNext) : error;
      }
    }

    return {
      take,
      async giveBack(key) {
        await withLimiter((limiter) => limiter.reward(key));
      },
      async begin(key) {
        const change = (by: number) => {
          const running = (runningByKey.get(key) ?? 0) + by;
          if (running > 0) runningByKey.set(key, running);
          else runningByKey.delete(key);
          return running;
        };
        const running = change(1);
        try {
          const counted = await withLimiter((limiter) => limiter.get(key));
          const wrong = counted?.consumedPoints ?? 0;
          if (wrong + running > points)
            throw tooMany(wrong < points ? msUntilAttemptsEnd : (counted?.msBeforeNext ?? 0));
        } catch (error) {
          change(-1);
          throw error;
        }
        return {
          async end(isWrong) {
            if (isWrong) await take(key).catch(() => {});
            change(-1);
          },
        };
      },
    };
  }
}

export type Counted = readonly (readonly [RateLimit, string])[];

async function beginAll(counted: Counted): Promise<Attempt> {
  const attempts: Attempt[] = [];
  const endAll = async (isWrong: boolean) => {
    await Promise.all(attempts.map((attempt) => attempt.end(isWrong)));
  };
  try {
    for (const [limit, key] of counted) attempts.push(await limit.begin(key));
  } catch (error) {
    await endAll(false);
    throw error;
  }
  return { end: endAll };
}

/** Counts a wrong password against all these limits, and a right one against none. */
export async function countWrong(counted: Counted, compare: () => Promise<boolean>): Promise<boolean> {
  const attempt = await beginAll(counted);
  let isWrong = false;
  try {
    isWrong = !(await compare());
    return !isWrong;
  } finally {
    await attempt.end(isWrong);
  }
}

/** The limit of an IPv6 network is that of so many subscribers, because anybody can have one. */
const subscribersOfNetwork = 16;

/** Counts a key that is an IPv6 subscriber for its network too. */
function countNetworks(own: RateLimit, ofNetwork: RateLimit): RateLimit {
  const countersOf = (key: string): Counted => {
    const [, ipv6] = /^([\da-f:]+)\/56$/.exec(key) ?? [];
    const network = ipv6 && prefixOf(ipv6, 48);
    return network
      ? [
          [own, key],
          [ofNetwork, network],
        ]
      : [[own, key]];
  };
  return {
    async take(key) {
      for (const [limit, counted] of countersOf(key)) await limit.take(counted);
    },
    async giveBack(key) {
      for (const [limit, counted] of countersOf(key)) await limit.giveBack(counted);
    },
    begin: (key) => beginAll(countersOf(key)),
  };
}

/** Groups IPv6 addresses by /56, which is what a subscriber has at least. */
export function addressKey(address: string): string {
  return keyOf(address, (ipv4) => ipv4, 56);
}

/** Groups addresses by the network that often has one owner: an IPv4 /24, or an IPv6 /48. */
export function networkKey(address: string): string {
  return keyOf(address, (ipv4) => `${ipv4.replace(/\d+$/, '0')}/24`, 48);
}

function keyOf(address: string, ofIpv4: (ipv4: string) => string, bits: number): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? ofIpv4(parsed.toString()) : prefixOf(parsed.toString(), bits);
}

function prefixOf(ipv6: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ipv6}/${bits}`).toString()}/${bits}`;
}

function tooMany(msBeforeNext: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(msBeforeNext / 1000) });
}
