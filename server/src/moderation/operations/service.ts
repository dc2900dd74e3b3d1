import type { FastifyBaseLogger } from 'fastify';
import { dayInIndia } from '@upaj/contract/days';
import type { Operations } from '@upaj/contract/moderation/operations';
import type { Env } from '#src/env.ts';
import type { SourcesService } from '#src/mandi/sources/service.ts';
import type { AuditService } from '#src/moderation/audit/service.ts';
import type { DeliveriesService } from '#src/notify/deliveries/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import { findBackupResults } from '#src/platform/backup/store.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { readNames, findSchema } from '#src/platform/db/migrate.ts';
import { inBackground } from '#src/platform/db/time-limits.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { StaffViewer } from '#src/platform/http/route.ts';
import type { Job } from '#src/platform/jobs/job.ts';
import type { Jobs } from '#src/platform/jobs/open-jobs.ts';
import { findJobRuns } from '#src/platform/jobs/store.ts';
import type { Drive } from '#src/platform/media/drive.ts';
import type { ErrorCounts } from '#src/platform/observability/error-counts.ts';
import type { Realtime } from '#src/platform/realtime/sockets.ts';
import { within } from '#src/platform/promises.ts';
import type { DayCounts, OperationsStore } from './store.ts';

interface OperationsDeps {
  env: Pick<Env, 'release' | 'mediaStore' | 'settings'>;
  db: Database;
  store: OperationsStore;
  findJobs: () => readonly Job[];
  findFreeBytes: () => Promise<number>;
  drive: Pick<Drive, 'probe'>;
  realtime: Pick<Realtime, 'findCounts'>;
  errorCounts: Pick<ErrorCounts, 'findLastDay'>;
  sources: Pick<SourcesService, 'find'>;
  outbox: Pick<OutboxService, 'findBacklog'>;
  deliveries: Pick<DeliveriesService, 'countDue'>;
  audit: Pick<AuditService, 'add'>;
  log: FastifyBaseLogger;
}

const shownDays = 30;
const cachedFor = 60_000;
const probeTimeout = 1_500;
const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();

export function operationsService(deps: OperationsDeps) {
  const { env, db, store, audit, log } = deps;
  /** Counts of past days are cached, because they no longer change. */
  const countedDays = new Map<number, DayCounts>();
  let counts: { until: number; found: ReturnType<typeof countPeople> } | undefined;
  let queue: Jobs['queue'] | undefined;

  async function countDays(): Promise<DayCounts[]> {
    const today = dayInIndia();
    const first = today - shownDays + 1;
    for (const day of countedDays.keys()) if (day < first) countedDays.delete(day);
    const days: DayCounts[] = [];
    for (let day = first; day <= today; day += 1) {
      const counted = countedDays.get(day) ?? (await store.countDay(day));
      // Yesterday is not cached, because its active people are written up to 30 s late, and later after an outage.
      if (day < today - 1) countedDays.set(day, counted);
      days.push(counted);
    }
    return days;
  }

  async function countPeople() {
    return { days: await countDays(), active: await store.countActive() };
  }

  /** Counts at most once a minute, for all administrators and reloads together. */
  function findCounts(): ReturnType<typeof countPeople> {
    if (counts && counts.until > Date.now()) return counts.found;
    const found = inBackground(countPeople);
    const own = { until: Date.now() + cachedFor, found };
    counts = own;
    found.catch(() => {
      if (counts === own) counts = undefined;
    });
    return found;
  }

  async function ifInTime<T>(what: string, work: Promise<T>): Promise<T | null> {
    try {
      return await within(probeTimeout, work);
    } catch (error) {
      log.warn({ err: error }, `operations: ${what} did not respond`);
      return null;
    }
  }

  async function findJobList(): Promise<Operations['jobs']> {
    const runs = await findJobRuns(db);
    return deps.findJobs().map(({ name, cron, isRunHere = true }) => ({
      name,
      cron,
      isRunHere,
      lastSuccess: runs[name]?.lastSuccess?.toISOString() ?? null,
      lastFailure: runs[name]?.lastFailure?.toISOString() ?? null,
    }));
  }

  async function findStorage(): Promise<Operations['storage']> {
    const [probed, freeBytes, databaseBytes] = await Promise.all([
      ifInTime('the store of photos', deps.drive.probe()),
      ifInTime('the disk', deps.findFreeBytes()),
      store.findDatabaseBytes(),
    ]);
    return { kind: env.mediaStore, isReachable: probed !== null, freeBytes, databaseBytes };
  }

  async function findBackups(): Promise<Operations['backups']> {
    const results = await findBackupResults(db);
    const [success, failure] = (['success', 'failure'] as const).map((wanted) =>
      results.find(({ outcome }) => outcome === wanted),
    );
    return {
      lastSuccess: success
        ? {
            at: success.at.toISOString(),
            folder: success.what,
            databaseBytes: success.databaseBytes ?? 0,
            photoBytes: success.photoBytes ?? 0,
          }
        : null,
      lastFailure: failure ? { at: failure.at.toISOString(), reason: failure.what } : null,
    };
  }

  return {
    async find(): Promise<Operations> {
      // The storage is read before the counts, because the embedded database does not respond in time while they run.
      const storage = await findStorage();
      const [schema, sources, jobs, backlog, deliveries, archive, backups, counted] = await Promise.all([
        readNames().then((needed) => findSchema(db, needed)),
        deps.sources.find(),
        findJobList(),
        deps.outbox.findBacklog(),
        deps.deliveries.countDue(),
        store.findArchive(),
        findBackups(),
        findCounts(),
      ]);
      const { sockets: open, users } = deps.realtime.findCounts();
      return {
        takenAt: new Date().toISOString(),
        release: env.release,
        startedAt,
        migrations: { newest: schema.newest ?? null, missing: schema.missing },
        sources: [...sources.values()].map(({ source, lastSuccessAt, lastFailureAt, lastError }) => ({
          name: source,
          lastSuccess: lastSuccessAt?.toISOString() ?? null,
          lastFailure: lastFailureAt?.toISOString() ?? null,
          error: lastError,
        })),
        jobs,
        queues: { events: backlog.waiting, failedEvents: backlog.failed, deliveries },
        errors: deps.errorCounts.findLastDay(),
        sockets: { open, users },
        storage,
        archive: archive
          ? {
              lastSuccess: archive.lastSuccess?.toISOString() ?? null,
              lastFailure: archive.lastFailure?.toISOString() ?? null,
            }
          : null,
        backups,
        settings: [...env.settings],
        ...counted,
      };
    },

    /** Call it when the queue of jobs is open, which is after the server listens. */
    connectQueue(opened: Jobs['queue']): void {
      queue = opened;
    },

    /** @returns false while a run of the job is waiting or active */
    async runJob(name: string, actor: StaffViewer): Promise<boolean> {
      const job = deps.findJobs().find((one) => one.name === name);
      if (!job || job.isRunHere === false) throw new AppError('JOB_NOT_FOUND');
      if (!queue) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 5 });
      await audit.add(db, actor, { action: 'run-job', target: `job ${name}` });
      return queue(name);
    },
  };
}

export type OperationsService = ReturnType<typeof operationsService>;
