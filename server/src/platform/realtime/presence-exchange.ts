import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { Cluster } from './cluster.ts';
import { onlineSets, type Change, type OnlineSets } from './online-sets.ts';
import type { Presence } from './presence.ts';
import { clusterTopic } from './topics.ts';

export type PresenceExchange = ReturnType<typeof exchangePresence>;

const ids = z.array(z.string());
/** `version` counts the changes of a process, so that others find out when they missed one. */
const versioned = { processId: z.string(), version: z.number() };
const onlineChanged = clusterTopic('onlineChanged', 1, z.object({ ...versioned, came: ids, left: ids }));
const onlineVersion = clusterTopic('onlineVersion', 1, z.object(versioned));
const onlineVersionsWanted = clusterTopic('onlineVersionsWanted', 1, z.null());
const onlineEnded = clusterTopic('onlineEnded', 1, z.object({ processId: z.string() }));

/** Times are in ms. A process that is silent for `silentAfter` counts as dead, and its users as offline. */
const usualTimes = { collectFor: 100, aliveEvery: 10_000, silentAfter: 30_000, retryAfter: 1_000 };

/**
 * Exchanges who is online. Each process stores the set of its users in Redis and publishes only the changes. A
 * process that missed some reads them from Redis, or the whole set if it has none yet or the changes are no longer
 * there.
 */
export function exchangePresence(
  cluster: Cluster,
  presence: Presence,
  log: FastifyBaseLogger,
  times = usualTimes,
) {
  const { redis } = cluster;
  if (!redis) return { changed() {}, close() {} };
  const sets = onlineSets(redis, times.silentAfter);
  const own = shareOwn(cluster, presence, sets, times);
  const others = followOthers(cluster, presence, sets, log);
  const heartbeat = setInterval(() => {
    void own.keep();
    others.removeSilent(times.silentAfter);
  }, times.aliveEvery).unref();
  return {
    changed: own.changed,
    close() {
      clearInterval(heartbeat);
      own.close();
    },
  };
}

type Times = typeof usualTimes;

function shareOwn(cluster: Cluster, presence: Presence, sets: OnlineSets, { collectFor, retryAfter }: Times) {
  const { processId } = cluster;
  const changes = new Map<string, boolean>();
  let version = 0;
  /**
   * A change that has its version already but is not confirmed. Redis may have it, if only the confirmation was lost.
   */
  let unconfirmed: Change | undefined;
  let mustReplace = true;
  let isSending = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  function sendIn(ms: number): void {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void send();
    }, ms).unref();
  }

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      while (mustReplace || unconfirmed || changes.size > 0) {
        if (isClosed) return;
        if (mustReplace) await replace();
        else await sendChanges();
      }
    } catch {
      sendIn(retryAfter);
    } finally {
      isSending = false;
    }
  }

  async function replace(): Promise<void> {
    // The gap makes every process with an earlier version read the whole set.
    version += 2;
    unconfirmed = undefined;
    changes.clear();
    await sets.replace(processId, version, presence.localIds());
    mustReplace = false;
    publishVersion();
  }

  async function sendChanges(): Promise<void> {
    if (!unconfirmed) {
      version += 1;
      const changed = [...changes.keys()];
      unconfirmed = {
        came: changed.filter((id) => changes.get(id)),
        left: changed.filter((id) => !changes.get(id)),
      };
      changes.clear();
    }
    mustReplace = !(await sets.add(processId, version, unconfirmed));
    if (mustReplace) return;
    cluster.publish(onlineChanged, { processId, version, ...unconfirmed });
    unconfirmed = undefined;
  }

  function publishVersion(): void {
    if (!mustReplace && !isClosed)
      cluster.publish(onlineVersion, { processId, version: unconfirmed ? version - 1 : version });
  }

  cluster.on(onlineVersionsWanted, publishVersion);
  cluster.joined.listen(() => {
    cluster.publish(onlineVersionsWanted, null);
    void keep();
  });
  cluster.missed.listen(() => cluster.publish(onlineVersionsWanted, null));

  async function keep(): Promise<void> {
    try {
      if (!isSending && !(await sets.keep(processId))) mustReplace = true;
      await send();
      publishVersion();
    } catch {}
  }

  return {
    keep,
    changed(userId: string, isOnline: boolean): void {
      changes.set(userId, isOnline);
      sendIn(collectFor);
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      cluster.publish(onlineEnded, { processId });
      sets.remove(processId).catch(() => {});
    },
  };
}

interface Other {
  /** The version of the process's online users that `presence` has. */
  version?: number;
  /** The newest version of the process that this one has heard of. */
  latest: number;
  heardAt: number;
  isReading: boolean;
}

function followOthers(cluster: Cluster, presence: Presence, sets: OnlineSets, log: FastifyBaseLogger) {
  const others = new Map<string, Other>();

  function hear(processId: string, version: number): Other {
    const other = others.get(processId) ?? { latest: 0, heardAt: 0, isReading: false };
    others.set(processId, other);
    other.heardAt = Date.now();
    other.latest = Math.max(other.latest, version);
    return other;
  }

  async function catchUp(processId: string, other: Other): Promise<void> {
    if (other.isReading) return;
    other.isReading = true;
    try {
      while (others.get(processId) === other && (other.version ?? -1) < other.latest)
        if (!(await readMore(processId, other))) break;
    } catch (error) {
      // The next message of that process makes this one try again.
      log.warn({ err: error }, 'the online users of another process could not be read');
    } finally {
      other.isReading = false;
    }
  }

  /** Reads the changes that this process missed, or the whole set. @returns whether there were changes */
  async function readMore(processId: string, other: Other): Promise<boolean> {
    const { version } = other;
    const missed = version === undefined ? undefined : await sets.changesSince(processId, version);
    const all = missed ? undefined : await sets.readAll(processId);
    if (others.get(processId) !== other) return false;
    if (missed && version !== undefined) {
      for (const { came, left } of missed) presence.changeElsewhere(processId, came, left);
      other.version = version + missed.length;
      return missed.length > 0;
    }
    if (!all || all.version === version) return false;
    presence.setElsewhere(processId, all.ids);
    other.version = all.version;
    return true;
  }

  function remove(processId: string): void {
    others.delete(processId);
    presence.removeElsewhere(processId);
  }

  cluster.on(onlineChanged, ({ processId, version, came, left }) => {
    const other = hear(processId, version);
    if (other.isReading || other.version !== version - 1) return void catchUp(processId, other);
    other.version = version;
    presence.changeElsewhere(processId, came, left);
  });
  cluster.on(onlineVersion, ({ processId, version }) => void catchUp(processId, hear(processId, version)));
  cluster.on(onlineEnded, ({ processId }) => remove(processId));

  return {
    removeSilent(after: number): void {
      for (const [processId, { heardAt }] of others) if (heardAt < Date.now() - after) remove(processId);
    },
  };
}
