import type { FastifyBaseLogger } from 'fastify';
import { within } from '#src/platform/within.ts';
import { fileRoute, jsonContent, type Content, type Route } from './route.ts';

export type Probe = () => Promise<unknown>;

export interface SourceState {
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastError: string | null;
}

export interface JobState {
  job: string;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
}

export interface HealthOptions {
  needed: Record<string, Probe>;
  useful: Record<string, Probe>;
  findSources(): Promise<ReadonlyMap<string, SourceState>>;
  findJobs(): Promise<readonly JobState[]>;
  /** Counts of work that waits or was set aside. */
  findBacklog(): Promise<object>;
}

const responseTimeout = 1_500;

/** `/readyz`: 503 when users are affected; "degraded" with 200 when most calls work. */
export function healthRoutes({ needed, useful, findSources, findJobs, findBacklog }: HealthOptions): Route[] {
  const details = { access: 'public', logLevel: 'warn' } as const;
  return [
    fileRoute('/healthz', details, () => jsonContent({ status: 'ok' })),
    fileRoute('/readyz', details, ({ request }) => report(request.log)),
  ];

  async function report(log: FastifyBaseLogger): Promise<Content> {
    const check = async (name: string, work: Promise<unknown>) => {
      try {
        await within(responseTimeout, work);
        return true;
      } catch (error) {
        log.error({ err: error }, `${name} is not ready`);
        return false;
      }
    };
    const run = (probes: Record<string, Probe>) =>
      Promise.all(
        Object.entries(probes).map(
          async ([name, probe]) => [name, (await check(name, probe())) ? 'ok' : 'failing'] as const,
        ),
      );
    let sources: object | undefined;
    let jobs: object | undefined;
    let events: object | undefined;
    const [needs, uses] = await Promise.all([
      run(needed),
      run(useful),
      check(
        'sources',
        describeSources(findSources).then((found) => (sources = found)),
      ),
      check(
        'jobs',
        describeJobs(findJobs).then((found) => (jobs = found)),
      ),
      check(
        'events',
        findBacklog().then((found) => (events = found)),
      ),
    ]);
    const areOk = (states: typeof needs) => states.every(([, state]) => state === 'ok');
    const isReady = areOk(needs);
    const states = Object.fromEntries([...needs, ...uses]);
    const status = isReady ? (areOk(uses) ? 'ok' : 'degraded') : 'failing';
    return jsonContent({ status, ...states, ...(isReady && { sources, jobs, events }) }, isReady ? 200 : 503);
  }
}

async function describeSources(findSources: HealthOptions['findSources']) {
  const sources = [...(await findSources())].map(([name, { lastSuccessAt, lastFailureAt, lastError }]) => [
    name,
    { lastSuccess: lastSuccessAt, lastFailure: lastFailureAt, error: lastError },
  ]);
  return Object.fromEntries(sources) as object;
}

async function describeJobs(findJobs: HealthOptions['findJobs']) {
  const jobs = (await findJobs()).map(({ job, lastSuccessAt, lastFailureAt }) => [
    job,
    { lastSuccess: lastSuccessAt, lastFailure: lastFailureAt },
  ]);
  return Object.fromEntries(jobs) as object;
}
