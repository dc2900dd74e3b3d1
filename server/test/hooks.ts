import { afterAll, beforeAll } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

/** Starts an app for the tests of a file and closes it after them. It can be used in tests and hooks. */
export function appForTests(options?: TestAppOptions): TestApp {
  return openForTests(() => startTestApp(options));
}

/** Opens a database of its own, like `appForTests`. */
export function databaseForTests(options?: Parameters<typeof openTestDatabase>[0]): TestDatabase {
  return openForTests(() => openTestDatabase(options));
}

function openForTests<T extends { close(): Promise<void> }>(open: () => Promise<T>): T {
  const opened = {} as T;
  beforeAll(async () => void Object.assign(opened, await open()));
  afterAll(() => opened.close());
  return opened;
}
