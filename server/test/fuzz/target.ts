import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { addMarket } from './market-data.ts';
import { rowReader, type RowUpdate } from './table-rows.ts';
import { setIncomplete } from './incomplete.ts';
import { startTestApp } from '#test/app.ts';
import { ownKey, startDataGovIn } from '#test/data-gov-in.ts';
import { openTestDatabase } from '#test/database.ts';
import { startOpenMeteo } from '#test/open-meteo.ts';
import { freePort } from '#test/process.ts';
import { readEnv } from '#src/env.ts';

export interface Target {
  url: string;
  dataDir: string;
  secretKey: string;
  errorLines: readonly string[];
  readRows(): Promise<RowUpdate[]>;
  setIncomplete(userId: string): Promise<void>;
  close(): Promise<void>;
}

export type Command = { id: number } & ({ name: 'readRows' } | { name: 'setIncomplete'; userId: string });

const secretKey = 'fuzz'.repeat(8);

async function startProviders() {
  const rates = await startDataGovIn();
  const weather = await startOpenMeteo(new Date().toISOString().slice(0, 10));
  const env = {
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'error',
    GOOGLE_CLIENT_ID: 'fuzz',
    GOOGLE_CLIENT_SECRET: 'fuzz',
    DATA_GOV_IN_URL: rates.url,
    DATA_GOV_IN_KEY: ownKey,
    OPEN_METEO_URL: weather.url,
  };
  return { env, close: () => Promise.all([rates.close(), weather.close()]) };
}

/** On PostgreSQL when TEST_DATABASE_URL or DATABASE_URL is set, else embedded. */
export async function startProcess(): Promise<Target> {
  const providers = await startProviders();
  const dataDir = await mkdtemp(join(tmpdir(), 'upaj-fuzz-'));
  process.env['TEST_DATABASE_URL'] ??= process.env['DATABASE_URL'] ?? '';
  const database = process.env['TEST_DATABASE_URL'] ? await openTestDatabase() : undefined;
  const port = await freePort();
  const child = fork(join(import.meta.dirname, 'serve.ts'), {
    env: {
      PATH: process.env['PATH'],
      ...providers.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      ...(database && { DATABASE_URL: database.url }),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const errorLines: string[] = [];
  if (child.stdout) createInterface(child.stdout).on('line', (line) => errorLines.push(line));
  const ended = once(child, 'exit');
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  if (message !== 'listening') throw new Error('The server did not start');

  const waiting = new Map<number, (value: unknown) => void>();
  let nextId = 0;
  child.on('message', ({ id, value }: { id: number; value: unknown }) => waiting.get(id)?.(value));
  // The fuzzer must not hang when the server ends.
  const gone = ended.then(() => Promise.reject(new Error('The server ended')));
  gone.catch(() => {});
  const send = <T>(command: Omit<Command, 'id'> & object): Promise<T> => {
    nextId += 1;
    const id = nextId;
    const response = new Promise((resolve) => waiting.set(id, resolve));
    child.send({ id, ...command });
    return Promise.race([response, gone]).finally(() => waiting.delete(id)) as Promise<T>;
  };

  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    secretKey,
    errorLines,
    readRows: () => send({ name: 'readRows' }),
    setIncomplete: (userId) => send({ name: 'setIncomplete', userId } as Omit<Command, 'id'>),
    async close() {
      child.kill('SIGTERM');
      await ended;
      await database?.close();
      await providers.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** It also validates its responses against the contract. */
export async function startInProcess(): Promise<Target> {
  const providers = await startProviders();
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: join(tmpdir(), 'unused'), ...providers.env });
  const { logLevel, providers: keys, dataGovIn, openMeteo } = env;
  const app = await startTestApp({
    env: { secretKeys: [secretKey], logLevel, providers: keys, dataGovIn, openMeteo },
  });
  await addMarket(app.services);
  return {
    url: app.url,
    dataDir: app.dataDir,
    secretKey,
    errorLines: app.logs,
    readRows: rowReader(app.database.db),
    setIncomplete: (userId) => setIncomplete(app.database.db, userId),
    async close() {
      await app.close();
      await providers.close();
    },
  };
}
