import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';

/** A day's rows of these kinds are counted, up to `countedADay` of each. */
export const countedRows = ['registrations', 'posts', 'offers', 'deals', 'messages'] as const;
export const countedADay = 100_000;
export const dailyCounts = [...countedRows, 'active'] as const;
export type DailyCount = (typeof dailyCounts)[number];

const time = z.nullable(z.string());
const count = z.number();

const jobSchema = z.object({
  name: z.string(),
  /** The times are in India's time zone. */
  cron: z.string(),
  /** False when this process lacks what the job needs, such as an API key. */
  isRunHere: z.boolean(),
  lastSuccess: time,
  lastFailure: time,
});
export type OperationsJob = z.infer<typeof jobSchema>;

const settingSchema = z.object({
  name: z.string(),
  /** False when `value` is the default. */
  isSet: z.boolean(),
  /** Null when it is hidden, or when there is neither a value nor a default. */
  value: z.nullable(z.string()),
  isHidden: z.boolean(),
});
export type Setting = z.infer<typeof settingSchema>;

export const operationsSchema = z.object({
  takenAt: z.string(),
  release: z.string(),
  /** When this process started. */
  startedAt: z.string(),
  migrations: z.object({ newest: z.nullable(z.string()), missing: z.array(z.string()) }),
  sources: z.array(
    z.object({ name: z.string(), lastSuccess: time, lastFailure: time, error: z.nullable(z.string()) }),
  ),
  jobs: z.array(jobSchema),
  /** Counting stops at 100,000. */
  queues: z.object({ events: count, failedEvents: count, deliveries: count }),
  /** Error responses of this process in the last 24 hours, the most frequent first. */
  errors: z.array(z.object({ code: z.string(), status: z.number(), count, lastAt: z.string() })),
  /** The sockets of the process that responds. */
  sockets: z.object({ open: count, users: count }),
  storage: z.object({
    kind: z.enum(['s3', 'disk']),
    isReachable: z.boolean(),
    /** The free space on the disk of the process that responds. */
    freeBytes: z.nullable(z.number()),
    databaseBytes: z.number(),
  }),
  /** The archive of PostgreSQL's write-ahead log; null when none is configured. */
  archive: z.nullable(z.object({ lastSuccess: time, lastFailure: time })),
  /** The last backups of `npm run admin -- backup`. */
  backups: z.object({
    lastSuccess: z.nullable(
      z.object({ at: z.string(), folder: z.string(), databaseBytes: count, photoBytes: count }),
    ),
    lastFailure: z.nullable(z.object({ at: z.string(), reason: z.string() })),
  }),
  settings: z.array(settingSchema),
  /**
   * Days are listed oldest first and end with today. Deleted rows are not counted. `active` counts people who were seen
   * that day.
   */
  days: z.array(
    z.object({
      day: z.string(),
      registrations: count,
      posts: count,
      offers: count,
      deals: count,
      messages: count,
      active: count,
    }),
  ),
  /** Counts people who were seen in the last day, 7 days and 30 days. */
  active: z.object({ day: count, week: count, month: count }),
});
export type Operations = z.infer<typeof operationsSchema>;

/** Only administrators can make these calls. */
export const operationsEndpoints = {
  'GET /api/v1/operations': { response: envelope(operationsSchema) },
  /** `isQueued` is false when the job is already waiting or running. */
  'POST /api/v1/operations/jobs/:jobName/run': {
    whenRestricted: 'open',
    params: z.object({ jobName: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)) }),
    response: envelope(z.object({ isQueued: z.boolean() })),
  },
} as const;
