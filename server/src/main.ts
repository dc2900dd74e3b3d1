import { fileURLToPath } from 'node:url';
import { demoPassword, loadDemoData } from '../demo/load.ts';
import { loadSampleRates } from '../demo/market-sample.ts';
import { sampleNews } from '../demo/news.ts';
import { demoPeople } from '../demo/people.ts';
import { createApp, type Services } from './app.ts';
import { connect } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { readEnv, type Env } from './env.ts';
import { sweepUploads } from './http/upload-folder.ts';
import { openJobs } from './jobs/open-jobs.ts';
import { StartError } from './start-error.ts';

const webDir = fileURLToPath(new URL('../../web/dist/', import.meta.url));

async function start(env: Env): Promise<void> {
  const connection = await connect(env);
  try {
    const ran = await migrate(connection.db);
    if (ran.length > 0) say(`Database ready: ${ran.length} migration(s) ran.`);
    const { server, services, jobs } = await createApp({ env, db: connection.db, webDir });
    await sweepUploads(env.dataDir);
    await services.media.sweep();
    const stopping = new AbortController();
    const isDemo = env.demoData && !env.databaseUrl;
    if (isDemo && !env.dataGovIn.key) await loadSampleRates(services.rates);
    const demo = isDemo ? await openWithDemoData(services, stopping.signal) : undefined;
    await server.listen({ port: env.port, host: env.host });
    const filling = demo?.rest.catch((error: unknown) =>
      server.log.error({ err: error }, 'demo data failed'),
    );
    const opening = openJobs(connection, jobs, server.log);
    stopOnSignal(async () => {
      stopping.abort();
      await (await opening).stop();
      await server.close();
      await filling;
      await connection.close();
    });
    greet(env, demo !== undefined);
    await opening;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Tells of the progress every few seconds, as drawing the pictures takes a minute. */
async function openWithDemoData(services: Services, signal: AbortSignal): ReturnType<typeof loadDemoData> {
  await services.news.addSample(sampleNews);
  let toldAt = Date.now();
  return loadDemoData(services, {
    signal,
    onProgress(done, of) {
      const isLast = done === of;
      if (Date.now() - toldAt < 5_000) return;
      toldAt = Date.now();
      say(isLast ? 'Demo market filled.' : `  … demo market: ${done} of ${of} posts`);
    },
  });
}

/** Requests under way finish, the database is closed, then the process ends. A second signal ends it at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    say('Stopping…');
    stop().then(
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

function greet(env: Env, hasDemo: boolean): void {
  say(`\nUpaj is open at ${env.publicUrl}`);
  if (!hasDemo) return;
  const [farmer, merchant] = ['farmer', 'merchant'].map((role) =>
    demoPeople.find(({ userType }) => userType === role),
  );
  say(`  farmer:   ${farmer?.email}   password ${demoPassword}`);
  say(`  merchant: ${merchant?.email} password ${demoPassword}\n`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What went wrong in one line, where its reader can mend it; anything else keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Another program uses this port already (${message}). Stop it or set PORT to another.`;
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') return `This address cannot be opened: ${message}`;
  return stack ?? message;
}

try {
  await start(readEnv(process.env));
} catch (error) {
  process.stderr.write(`Upaj did not start. ${explain(error)}\n`);
  process.exit(1);
}
