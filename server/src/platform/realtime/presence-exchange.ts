import type { Cluster } from './cluster.ts';
import type { Presence } from './presence.ts';

export type Exchanging = Pick<Cluster, 'processId' | 'publish' | 'on' | 'onJoined' | 'onMissed'>;

export type PresenceExchange = ReturnType<typeof exchangePresence>;

/** In ms. A process that is silent for `silentAfter` counts as dead, and its users as offline. */
const usualTimes = { collectFor: 100, aliveEvery: 10_000, silentAfter: 30_000 };

/** Sends other processes who came and left, and the whole list to a process that joined or missed a message. */
export function exchangePresence(
  cluster: Exchanging,
  presence: Presence,
  { collectFor, aliveEvery, silentAfter } = usualTimes,
) {
  const { processId } = cluster;
  const others = new Map<string, { version: number; heardAt: number }>();
  const changes = new Map<string, boolean>();
  let version = 0;
  let isListWanted = false;
  let sending: NodeJS.Timeout | undefined;

  function sendSoon(): void {
    sending ??= setTimeout(() => {
      sending = undefined;
      send();
    }, collectFor).unref();
  }

  function send(): void {
    if (changes.size > 0) {
      version += 1;
      const ids = [...changes.keys()];
      const came = ids.filter((id) => changes.get(id));
      const left = ids.filter((id) => !changes.get(id));
      changes.clear();
      cluster.publish('presenceChanged', { processId, version, came, left });
    }
    if (isListWanted) cluster.publish('presenceList', { processId, version, ids: presence.localIds() });
    isListWanted = false;
  }

  function requestList(of?: string): void {
    cluster.publish('presenceWanted', of === undefined ? {} : { processId: of });
  }

  cluster.on('presenceChanged', ({ processId: from, version: theirs, came, left }) => {
    const known = others.get(from);
    if (known && theirs <= known.version) return;
    if (theirs - 1 !== known?.version) return requestList(from);
    others.set(from, { version: theirs, heardAt: Date.now() });
    presence.changeElsewhere(from, came, left);
  });
  cluster.on('presenceAlive', ({ processId: from, version: theirs }) => {
    const known = others.get(from);
    if (known) known.heardAt = Date.now();
    if (known?.version !== theirs) requestList(from);
  });
  cluster.on('presenceList', ({ processId: from, version: theirs, ids }) => {
    others.set(from, { version: theirs, heardAt: Date.now() });
    presence.setElsewhere(from, ids);
  });
  cluster.on('presenceWanted', ({ processId: of = processId }) => {
    if (of !== processId) return;
    isListWanted = true;
    sendSoon();
  });
  cluster.on('presenceEnded', ({ processId: from }) => remove(from));
  cluster.onJoined(() => requestList());
  cluster.onMissed(() => requestList());

  function remove(other: string): void {
    others.delete(other);
    presence.removeElsewhere(other);
  }

  const heartbeat = setInterval(() => {
    cluster.publish('presenceAlive', { processId, version });
    for (const [other, { heardAt }] of others) if (heardAt < Date.now() - silentAfter) remove(other);
  }, aliveEvery);
  heartbeat.unref();

  return {
    changed(userId: string, isOnline: boolean): void {
      changes.set(userId, isOnline);
      sendSoon();
    },
    close(): void {
      clearInterval(heartbeat);
      clearTimeout(sending);
      cluster.publish('presenceEnded', { processId });
    },
  };
}
