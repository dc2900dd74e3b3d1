import type { ChainableCommander, Redis } from 'ioredis';
import * as z from 'zod/mini';

export interface Change {
  came: string[];
  left: string[];
}

const change = z.object({ came: z.array(z.string()), left: z.array(z.string()) });

export type OnlineSets = ReturnType<typeof onlineSets>;

/** Redis holds at least this many changes of a process. A process that missed more reads the set again. */
const keptChanges = 1_000;
const idsAtOnce = 1_000;

/**
 * Stores the online users of each process in Redis, in two keys that expire when the process is dead: a set, and a
 * stream of the latest changes, whose ids are the versions of the set.
 */
export function onlineSets(redis: Redis, expiresAfter: number) {
  const keysOf = (processId: string) => ({
    set: `upaj:online:${processId}`,
    changes: `upaj:online-changes:${processId}`,
  });

  function extend(
    multi: ChainableCommander,
    { set, changes }: ReturnType<typeof keysOf>,
  ): ChainableCommander {
    return multi.pexpire(set, expiresAfter).pexpire(changes, expiresAfter);
  }

  return {
    async replace(processId: string, version: number, ids: readonly string[]): Promise<void> {
      const keys = keysOf(processId);
      const multi = redis.multi().del(keys.set, keys.changes);
      for (const some of chunks(ids)) multi.sadd(keys.set, ...some);
      const [failed] = failures(
        await extend(multi.xadd(keys.changes, `${version}-0`, 'change', noChange), keys).exec(),
      );
      if (failed) throw failed;
    },

    /**
     * Adds a change, and may be repeated. @returns false when the set must be replaced, because Redis no longer has it.
     */
    async add(processId: string, version: number, { came, left }: Change): Promise<boolean> {
      const keys = keysOf(processId);
      const multi = redis.multi();
      for (const some of chunks(came)) multi.sadd(keys.set, ...some);
      for (const some of chunks(left)) multi.srem(keys.set, ...some);
      // The script adds nothing to a stream that does not exist, and fails when an earlier try added this version.
      const text = JSON.stringify({ came, left });
      multi.xadd(keys.changes, 'NOMKSTREAM', 'MAXLEN', '~', keptChanges, `${version}-0`, 'change', text);
      const results = await extend(multi, keys).exec();
      const isThere = results?.at(-1)?.[1] === 1;
      return isThere && failures(results).every(({ message }) => message.includes('equal or smaller'));
    },

    /** Keeps the set of a process from expiring. @returns false when the set must be replaced */
    async keep(processId: string): Promise<boolean> {
      const results = await extend(redis.multi(), keysOf(processId)).exec();
      return results?.at(-1)?.[1] === 1;
    },

    async remove(processId: string): Promise<void> {
      const { set, changes } = keysOf(processId);
      await redis.del(set, changes);
    },

    /** Reads the changes after a version. @returns undefined when Redis no longer has all of them */
    async changesSince(processId: string, version: number): Promise<Change[] | undefined> {
      const entries = await redis.xrange(keysOf(processId).changes, `(${version}-0`, '+');
      if (entries.some(([id], index) => id !== `${version + index + 1}-0`)) return undefined;
      const read = entries.map(([, fields]) => readChange(fields[1]));
      return read.every((one) => one !== undefined) ? read : undefined;
    },

    /** @returns undefined when the process has no set. */
    async readAll(processId: string): Promise<{ version: number; ids: string[] } | undefined> {
      const { set, changes } = keysOf(processId);
      const [latest] = await redis.xrevrange(changes, '+', '-', 'COUNT', 1);
      if (!latest) return undefined;
      const ids = new Set<string>();
      let cursor = '0';
      do {
        const [next, some] = await redis.sscan(set, cursor, 'COUNT', idsAtOnce);
        for (const id of some) ids.add(id);
        cursor = next;
      } while (cursor !== '0');
      // Changes that arrive during the read have a later version.
      return { version: Number.parseInt(latest[0], 10), ids: [...ids] };
    },
  };
}

const noChange = JSON.stringify({ came: [], left: [] });

function readChange(text: string | undefined): Change | undefined {
  try {
    return change.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

type Results = Awaited<ReturnType<ChainableCommander['exec']>>;

function failures(results: Results): Error[] {
  return (results ?? []).flatMap(([error]) => error ?? []);
}

function* chunks(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += idsAtOnce) yield ids.slice(start, start + idsAtOnce);
}
