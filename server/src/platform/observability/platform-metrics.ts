import { getHeapStatistics } from 'node:v8';
import type { Connection, Database } from '#src/platform/db/connection.ts';
import type { DatabaseLoad, PoolState } from '#src/platform/db/postgres.ts';
import { findJobRuns } from '#src/platform/jobs/store.ts';
import type { MediaService } from '#src/platform/media/service.ts';
import type { Cluster } from '#src/platform/realtime/cluster.ts';
import type { Realtime } from '#src/platform/realtime/sockets.ts';
import type { Metric } from './metrics-server.ts';

interface Sources {
  release: string;
  db: Database;
  findLoad: (() => DatabaseLoad) | undefined;
  standby: Connection['standby'];
  sockets: Realtime;
  cluster: Cluster;
  media: MediaService;
}

export function platformMetrics({
  release,
  db,
  findLoad,
  standby,
  sockets,
  cluster,
  media,
}: Sources): Metric[] {
  return [
    {
      name: 'upaj_release',
      help: 'The version and commit that run; always 1',
      kind: 'gauge',
      label: 'release',
      find: () => ({ [release]: 1 }),
    },
    {
      name: 'upaj_heap_limit_bytes',
      help: 'The size of the heap at which the process ends',
      kind: 'gauge',
      find: () => getHeapStatistics().heap_size_limit,
    },
    ...(findLoad ? databaseMetrics(findLoad) : []),
    ...(standby ? [standbyMetric(standby)] : []),
    {
      name: 'upaj_sockets',
      help: 'Open sockets of this process',
      kind: 'gauge',
      find: () => sockets.findCounts().sockets,
    },
    {
      name: 'upaj_socket_users',
      help: 'People with an open socket of this process',
      kind: 'gauge',
      find: () => sockets.findCounts().users,
    },
    {
      name: 'upaj_cluster_messages_published_total',
      help: 'Messages to other processes by topic; sockets are events for sockets',
      kind: 'counter',
      label: 'topic',
      find: () => cluster.counts.published,
    },
    {
      name: 'upaj_cluster_messages_received_total',
      help: 'Messages of other processes by topic',
      kind: 'counter',
      label: 'topic',
      find: () => cluster.counts.received,
    },
    {
      name: 'upaj_cluster_messages_ignored_total',
      help: 'Messages that are malformed, or of a topic or version of another release (unknown)',
      kind: 'counter',
      label: 'reason',
      find: () => {
        const { malformed, unknown } = cluster.counts;
        return { malformed, unknown };
      },
    },
    {
      name: 'upaj_photos_stored_total',
      help: 'Photos that were stored and are shown',
      kind: 'counter',
      find: media.countStored,
    },
    {
      name: 'upaj_job_last_success_timestamp_seconds',
      help: 'When a job last succeeded, in any process',
      kind: 'gauge',
      label: 'job_name',
      find: () => findJobTimes(db, 'lastSuccess'),
    },
    {
      name: 'upaj_job_last_failure_timestamp_seconds',
      help: 'When a job last failed, in any process',
      kind: 'gauge',
      label: 'job_name',
      find: () => findJobTimes(db, 'lastFailure'),
    },
  ];
}

function databaseMetrics(findLoad: () => DatabaseLoad): Metric[] {
  const ofPools = (state: keyof PoolState) => () =>
    Object.fromEntries(Object.entries(findLoad().pools).map(([pool, states]) => [pool, states[state]]));
  return [
    {
      name: 'upaj_database_breaker_open',
      help: '1 while PostgreSQL does not respond and requests fail at once',
      kind: 'gauge',
      find: () => Number(findLoad().isBreakerOpen),
    },
    {
      name: 'upaj_database_connections_limit',
      help: 'Connections that a pool may open',
      kind: 'gauge',
      label: 'pool',
      find: ofPools('most'),
    },
    {
      name: 'upaj_database_connections',
      help: 'Connections that a pool has open',
      kind: 'gauge',
      label: 'pool',
      find: ofPools('open'),
    },
    {
      name: 'upaj_database_connections_idle',
      help: 'Connections of a pool that nobody uses',
      kind: 'gauge',
      label: 'pool',
      find: ofPools('idle'),
    },
    {
      name: 'upaj_database_waiting',
      help: 'Calls that wait for a connection of a pool',
      kind: 'gauge',
      label: 'pool',
      find: ofPools('waiting'),
    },
  ];
}

function standbyMetric(standby: NonNullable<Connection['standby']>): Metric {
  return {
    name: 'upaj_standby_fresh',
    help: '1 while the standby of DATABASE_READ_URL serves lists; 0 while it is behind or cannot be reached',
    kind: 'gauge',
    find: () => Number(standby.isFresh),
  };
}

async function findJobTimes(
  db: Database,
  which: 'lastSuccess' | 'lastFailure',
): Promise<Record<string, number>> {
  const times = Object.entries(await findJobRuns(db)).flatMap(([job, run]) => {
    const time = run[which];
    return time ? [[job, time.getTime() / 1_000] as const] : [];
  });
  return Object.fromEntries(times);
}
