import { fileURLToPath } from 'node:url';
import { loadDemoData } from '../demo/load.ts';
import { demoPassword, emailOf, findLogins, readDemoData, type DemoData } from '../demo/read.ts';
import { readSampleRates } from '../demo/sample-rates.ts';
import { openSampleWeather } from '../demo/sample-weather.ts';
import { createApp, type Services } from './app.ts';
import { readEnv, type Env } from './env.ts';
import { connect, explainDamage } from './platform/db/connect.ts';
import { migrate } from './platform/db/migrate.ts';
import { sweepUploads } from './platform/http/upload-folder.ts';
import { openJobs } from './platform/jobs/open-jobs.ts';
import { StartError } from './platform/start-error.ts';
import { waitAtMost } from './platform/within.ts';

const webDir = fileURLToPath(new URL('../../web/dist/', import.meta.url));

async function start(env: Env): Promise<void> {
  const connection = await connect(env);
  try {
    const ran = await migrate(connection.db);
    if (ran.length > 0) say(`Database ready: ${ran.length} migration(s) ran.`);
    const data = env.demoData && !env.databaseUrl ? readDemoData() : undefined;
    const findSampleWeather = data && openSampleWeather();
    const { server, services, jobs } = await createApp({
      env,
      db: connection.db,
      webDir,
      findSampleWeather,
    });
    await sweepUploads(env.dataDir);
    await services.media.sweep();
    const stopping = new AbortController();
    const hasSampleRates = !env.dataGovIn.key;
    const demo =
      data && (await openWithDemoData(services, data, { hasSampleRates, signal: stopping.signal }));
    await server.listen({ port: env.port, host: env.host });
    const filling = demo?.rest.catch((error: unknown) =>
      server.log.error({ err: error }, 'demo data failed'),
    );
    const opening = openJobs(connection, jobs, server.log);
    stopOnSignal(async () => {
      stopping.abort();
      const stopJobs = async () => (await opening).stop();
      await Promise.all([stopJobs(), server.close()]);
      await filling;
      await connection.close();
    });
    greet(env, demo && data);
    await opening;
  } catch (error) {
    await connection.close();
    throw env.databaseUrl ? error : explainDamage(error, env.dataDir);
  }
}

async function openWithDemoData(
  services: Services,
  data: DemoData,
  { hasSampleRates, signal }: { hasSampleRates: boolean; signal: AbortSignal },
): ReturnType<typeof loadDemoData> {
  await services.news.addSample(data.news);
  let shownAt = Date.now();
  return loadDemoData(services, data, {
    sampleRates: hasSampleRates ? readSampleRates() : undefined,
    signal,
    onProgress(done, of) {
      if (done === of) say('The demo market is complete.');
      if (done === of || Date.now() - shownAt < 5_000) return;
      shownAt = Date.now();
      say(`  … demo market: ${done} of ${of} posts`);
    },
  });
}

/** In ms. Container platforms kill a process 10 s after SIGTERM. */
const longestStop = 9_000;

/** Ends the process after `longestStop` at the latest. A second signal ends it at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    say('Stopping…');
    waitAtMost(longestStop, stop()).then(
      () => process.exit(0),
      (error: unknown) => {
        say(`Stopping failed: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
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
    return `Another program is already using this port (${message}). Stop it or set PORT to a different one.`;
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') return `This address cannot be opened: ${message}`;
  return stack ?? message;
}

try {
  await start(readEnv(process.env));
} catch (error) {
  process.stderr.write(`Upaj did not start. ${explain(error)}\n`);
  process.exit(1);
}
