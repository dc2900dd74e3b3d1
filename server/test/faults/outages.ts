import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { seconds, type Fault, type Scene } from './run-fault.ts';

export function terminateConnections(times: number): Fault {
  return {
    name: `connections terminated, ${times} times`,
    async run({ market, recover }) {
      for (let count = 0; count < times; count += 1) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(market.database.db);
        await recover();
        await wait(300);
      }
    },
  };
}

export function restartPostgres(times: number): Fault {
  return {
    name: `PostgreSQL restarted, ${times} times`,
    async run({ market, recover }) {
      for (let count = 0; count < times; count += 1) {
        await market.postgres.halt();
        await wait(1_000);
        await market.postgres.resume();
        await recover();
        await wait(500);
      }
    },
  };
}

export function freezePostgres(ms: number): Fault {
  return {
    name: `PostgreSQL frozen for ${seconds(ms)} s`,
    async run(scene) {
      const { postgres } = scene.market;
      postgres.freeze(true);
      try {
        await checkReadiness(scene, 503);
        await wait(ms);
      } finally {
        postgres.freeze(false);
      }
      await scene.recover();
    },
  };
}

export function freezeRedis(ms: number): Fault {
  return {
    name: `Redis frozen for ${seconds(ms)} s`,
    async run(scene) {
      const { redis } = scene.market;
      const usual = await timeLogIns(scene, 1_500);
      redis.freeze(true);
      try {
        await checkReadiness(scene, 200);
        await compareLogIns(scene, usual, ms);
      } finally {
        redis.freeze(false);
      }
      await scene.recover();
    },
  };
}

export function haltRedis(ms: number): Fault {
  return {
    name: `Redis gone for ${seconds(ms)} s`,
    async run(scene) {
      const usual = await timeLogIns(scene, 1_500);
      await scene.market.redis.halt();
      try {
        await checkReadiness(scene, 200);
        await compareLogIns(scene, usual, ms);
      } finally {
        await scene.market.redis.resume();
      }
      await scene.recover();
    },
  };
}

/**
 * Compares many log-ins: a single one can be slow on a busy machine, while an outage that delays log-ins delays each.
 */
async function compareLogIns(scene: Scene, usual: LogInTimes, ms: number): Promise<void> {
  const now = await timeLogIns(scene, ms);
  scene.note(`log-ins took ${seconds(now.fastest)} to ${seconds(now.slowest)} s`);
  if (now.fastest > usual.slowest + 1_400) scene.complain('each log-in took 1.4 s longer than before');
}

interface LogInTimes {
  fastest: number;
  slowest: number;
}

async function timeLogIns({ market, load, complain }: Scene, ms: number): Promise<LogInTimes> {
  const [person] = market.people;
  if (!person) throw new Error('The market has no people.');
  const times: number[] = [];
  const until = performance.now() + ms;
  do {
    const began = performance.now();
    const status = await load.logIn(person);
    times.push(performance.now() - began);
    if (status !== 200) complain(`a log-in was answered ${status}`);
    await wait(200);
  } while (performance.now() < until);
  return { fastest: Math.min(...times), slowest: Math.max(...times) };
}

async function checkReadiness({ market, note, complain }: Scene, expected: number): Promise<void> {
  const began = performance.now();
  const { status } = await fetch(`${market.servers[0]?.url}/readyz`);
  const took = performance.now() - began;
  note(`/readyz ${status} in ${seconds(took)} s`);
  if (status !== expected) complain(`/readyz was ${status}, not ${expected}`);
  if (took > 2_000) complain('/readyz took more than 2 s');
}
