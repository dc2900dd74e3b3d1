import { setTimeout as wait } from 'node:timers/promises';
import type { Release } from './release.ts';
import type { Act, Scene } from './run-act.ts';

/** After a process was killed, calls that were in progress or were sent to it may fail for this many seconds. */
const afterKill = 5;
/** Calls may fail for this many seconds after a standby was promoted: connections find the new primary by then. */
const afterPromotion = 5;
const afterS3 = 5;
/** After this many ms the proxy uses a started process, because it asks for `/readyz` every second. */
const untilRouted = 2_000;

export const killEach: Act = {
  name: 'each process is killed',
  async run({ cluster, pause, mayFail }) {
    for (const [index, { child, ended }] of [...cluster.processes].entries()) {
      const isOver = mayFail(afterKill);
      child.kill('SIGKILL');
      await ended;
      isOver();
      await wait(pause);
      await cluster.reopen(index);
      await wait(untilRouted);
    }
  },
};

export const stopRedis: Act = {
  name: 'Redis stops and starts again',
  async run({ cluster: { redis }, pause }) {
    await redis.halt();
    await wait(pause);
    await redis.resume();
  },
};

export const stopS3: Act = {
  name: 'S3 stops and starts again',
  async run({ cluster: { s3 }, pause, mayFail }) {
    const isOver = mayFail(afterS3, ['post']);
    await s3.stop();
    await wait(pause);
    await s3.restore();
    isOver();
  },
};

export function promoteStandby(mayLose: boolean): Act {
  return {
    name: `the primary dies and its ${mayLose ? 'asynchronous' : 'synchronous'} standby is promoted`,
    mayLose,
    async run({ cluster: { postgres, standby }, pause, mayFail }) {
      const isOver = mayFail(afterPromotion);
      postgres.halt();
      standby?.promote();
      isOver();
      await wait(pause);
    },
  };
}

export function rollTo(release: Release | undefined, name: string): Act {
  return {
    name,
    async run(scene) {
      await scene.cluster.migrate(release);
      for (const index of scene.cluster.processes.keys()) await restart(scene, index, release);
    },
  };
}

/** Runs one process of each release, then the earlier one again, then only the new one. */
export function sideBySide(from: Release, to: Release | undefined): Act {
  return {
    name: `${from.name} and this version on one database and one Redis, back, and on`,
    async run(scene) {
      await scene.cluster.migrate(to);
      await restart(scene, 0, to);
      await wait(scene.pause);
      await restart(scene, 0, from);
      for (const index of scene.cluster.processes.keys()) await restart(scene, index, to);
    },
  };
}

async function restart({ cluster }: Scene, index: number, release: Release | undefined): Promise<void> {
  const server = cluster.processes[index];
  server?.child.kill('SIGTERM');
  const { code, stderr } = (await server?.ended) ?? {};
  if (code !== 0) throw new Error(`A process ended with ${code}: ${stderr}`);
  await cluster.reopen(index, release);
  await wait(untilRouted);
}
