import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { loadDemoData } from '../demo/load.ts';
import { demoPassword, emailOf, findLogins, readDemoData, type DemoData } from '../demo/read.ts';
import { readSampleRates } from '../demo/sample-rates.ts';
import { openSampleWeather } from '../demo/sample-weather.ts';
import { createApp, type Services } from './app.ts';
import { readEnv, type Env } from './env.ts';
import { connect } from './platform/db/connect.ts';
import type { Connection, Database } from './platform/db/connection.ts';
import { explainDamage } from './platform/db/damage.ts';
import { migrate } from './platform/db/migrate.ts';
import { findMissingTrigrams } from './platform/db/trigrams.ts';
import { waitForSchema } from './platform/http/wait-for-schema.ts';
import { sweepUploads } from './platform/http/upload-folder.ts';
import type { Job } from './platform/jobs/job.ts';
import type { Jobs } from './platform/jobs/open-jobs.ts';
import type { Traces } from './platform/observability/traces.ts';
import { makePrivate, privateUmask } from './platform/private-files.ts';
import { StartError } from './platform/start-error.ts';
import { waitAtMost } from '#src/platform/promises.ts';

const webDir = fileURLToPath(new URL('../../web/dist/', import.meta.url));

async function start(env: Env): Promise<void> {
  for (const warning of makePrivate(env.dataDir)) say(warning);
  const traces = await loadTraces(env);
  const connection = await connect({ ...env, onQuery: traces?.onQuery });
  for (const warning of connection.warnings ?? []) say(warning);
  try {
    await prepareSchema(env, connection.db);
    for (const warning of await findMissingTrigrams(connection.db)) say(warning);
    const data = env.demoData && !env.databaseUrl ? readDemoData() : undefined;
    const findSampleWeather = data && openSampleWeather();
    const stopping = new AbortController();
    const { server, services, jobs, metricsServer } = await createApp({
      env,
      db: connection.db,
      findLoad: connection.findLoad,
      countWrites: connection.countWrites,
      standby: connection.standby,
      traces,
      webDir,
      findSampleWeather,
      stopping: stopping.signal,
    });
    await sweepUploads(env.dataDir);
    await services.media.sweep();
    const hasSampleRates = !env.dataGovIn.key;
    const demo =
      data && (await openWithDemoData(services, data, { hasSampleRates, signal: stopping.signal }));
    await metricsServer?.listen();
    await server.listen({ port: env.port, host: env.host });
    const filling = demo?.rest.catch((error: unknown) => {
      // When the server stops, loading fails because the database closes. The next start continues it.
      if (!stopping.signal.aborted) server.log.error({ err: error }, 'demo data failed');
    });
    const opening = openJobsSoon(connection, jobs, server.log, stopping.signal);
    const stopJobs = async () => {
      await once(stopping.signal, 'abort');
      await (await opening)?.stop();
    };
    const stopped = stopJobs().catch((error: unknown) =>
      server.log.error({ err: error }, 'jobs did not stop'),
    );
    stopOnSignal(env.drainSeconds, stopping, async () => {
      await Promise.all([stopped, server.close()]);
      await filling;
      await connection.close();
    });
    greet(env, demo && data);
    const opened = await opening;
    if (opened) services.operations.connectQueue(opened.queue);
    // Node saves it at the end of a process, which a crash leaves out.
    flushCompileCache();
  } catch (error) {
    await connection.close();
    throw env.databaseUrl ? error : explainDamage(error, env.dataDir);
  }
}

async function loadTraces(env: Env): Promise<Traces | undefined> {
  if (!env.traceUrl) return undefined;
  const { openTraces } = await import('./platform/observability/traces.ts');
  return openTraces(env);
}

async function prepareSchema(env: Env, db: Database): Promise<void> {
  if (!env.migrates) return waitForSchema(db, env, say);
  const ran = await migrate(db, { say });
  if (ran.length > 0) say(`Database ready: ${ran.length} migration(s) ran.`);
}

async function openWithDemoData(
  services: Services,
  data: DemoData,
  { hasSampleRates, signal }: { hasSampleRates: boolean; signal: AbortSignal },
): ReturnType<typeof loadDemoData> {
  await services.news.addSample(data.news);
  let shownAt = Date.now();
  return loadDemoData(services, data, {
    makeRates: hasSampleRates ? readSampleRates : undefined,
    signal,
    onProgress(done, of) {
      if (done === of) say('The demo market is complete.');
      if (done === of || Date.now() - shownAt < 5_000) return;
      shownAt = Date.now();
      say(`  … demo market: ${done} of ${of} posts`);
    },
  });
}

/** The first pages come before the jobs, which load pg-boss and send 60 statements. */
async function openJobsSoon(
  connection: Connection,
  jobs: readonly Job[],
  log: FastifyBaseLogger,
  stopping: AbortSignal,
): Promise<Jobs | undefined> {
  await sleep(1_000, undefined, { signal: stopping }).catch(() => undefined);
  if (stopping.aborted) return undefined;
  const { openJobs } = await import('./platform/jobs/open-jobs.ts');
  return openJobs(connection, jobs, log);
}

/** In seconds. The process must have ended within 10 s of SIGTERM, when container platforms kill it. */
const longestStop = 9;
const longestDrain = 5;

/**
 * On a signal, serves for `drainSeconds` more, so that proxies notice that `/readyz` fails, then closes. A second
 * signal ends the wait, and after the wait the process.
 */
function stopOnSignal(drainSeconds: number, stopping: AbortController, close: () => Promise<void>): void {
  const waiting = new AbortController();
  let isClosing = false;
  const onSignal = () => {
    if (isClosing) process.exit(1);
    if (stopping.signal.aborted) waiting.abort();
    else void stop();
  };
  async function stop(): Promise<void> {
    stopping.abort();
    if (drainSeconds > 0) {
      say(`Stopping in ${drainSeconds} s…`);
      await sleep(drainSeconds * 1_000, undefined, { signal: waiting.signal }).catch(() => undefined);
    }
    isClosing = true;
    say('Stopping…');
    try {
      await waitAtMost((longestStop - Math.min(drainSeconds, longestDrain)) * 1_000, close());
      process.exit(0);
    } catch (error) {
      say(`Stopping failed: ${String(error)}`);
      process.exit(1);
    }
  }
  process.off('SIGTERM', endAtOnce);
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function endAtOnce(): void {
  process.exit(0);
}

function greet(env: Env, demo: DemoData | undefined): void {
  say(`\nUpaj is open at ${env.publicUrl}`);
  if (!demo) return;
  for (const person of findLogins(demo))
    say(`  ${`${person.userType}:`.padEnd(9)} ${emailOf(person)} password ${demoPassword}`);
  say('');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function explain(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Another program is already using this port (${message}). Stop it or set PORT or METRICS_PORT to a different one.`;
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') return `This address cannot be opened: ${message}`;
  return stack ?? message;
}

// The first process of a container ignores signals for which it has no listener.
process.on('SIGTERM', endAtOnce);
process.umask(privateUmask);
try {
  await start(readEnv(process.env));
} catch (error) {
  process.stderr.write(`Upaj did not start. ${explain(error)}\n`);
  process.exit(1);
}
