import type { FastifyInstance } from 'fastify';

/** Throws when what it looks at does not work. */
export type Probe = () => Promise<unknown>;

/** How asking a provider went. */
export interface SourceState {
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastError: string | null;
}

/** When work that is due by the clock last ended well, and last failed. */
export interface JobState {
  job: string;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
}

export interface HealthOptions {
  /** What the process needs, by name. */
  probes: Record<string, Probe>;
  /** Providers that were asked. One that fails leaves the process as ready as it was: it shows what it has. */
  findSources(): Promise<ReadonlyMap<string, SourceState>>;
  findJobs(): Promise<readonly JobState[]>;
}

/** /healthz: the process answers. /readyz: so does everything it needs, each by name, and how the sources of data and the jobs do. */
export function addHealth(app: FastifyInstance, { probes, findSources, findJobs }: HealthOptions): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'warn' }, () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
    const states = await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => {
        try {
          await probe();
          return [name, 'ok'] as const;
        } catch (error) {
          request.log.error({ err: error }, `${name} is not ready`);
          return [name, 'failing'] as const;
        }
      }),
    );
    const isReady = states.every(([, state]) => state === 'ok');
    return reply.status(isReady ? 200 : 503).send({
      status: isReady ? 'ok' : 'failing',
      ...Object.fromEntries(states),
      // Nobody is helped by them while the database is away.
      ...(isReady && { sources: await describeSources(findSources), jobs: await describeJobs(findJobs) }),
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
