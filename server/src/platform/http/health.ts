import type { FastifyInstance } from 'fastify';
import { within } from '#src/platform/within.ts';

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
}

const responseTimeout = 1_500;

/** 503 when users are affected; "degraded" with 200 when most calls work. */
export function addHealth(
  app: FastifyInstance,
  { needed, useful, findSources, findJobs }: HealthOptions,
): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'warn' }, () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
    const check = async (name: string, work: Promise<unknown>) => {
      try {
        await within(responseTimeout, work);
        return true;
      } catch (error) {
        request.log.error({ err: error }, `${name} is not ready`);
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
    ]);
    const areOk = (states: typeof needs) => states.every(([, state]) => state === 'ok');
    const isReady = areOk(needs);
    return reply.status(isReady ? 200 : 503).send({
      status: isReady ? (areOk(uses) ? 'ok' : 'degraded') : 'failing',
      ...Object.fromEntries([...needs, ...uses]),
      ...(isReady && { sources, jobs }),
    });
  });
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
