import { fileURLToPath } from 'node:url';
import type { App } from './app.ts';
import type { Env } from './env.ts';
import { privateUmask } from './platform/private-files.ts';
import { StartError } from './platform/start-error.ts';

/** Where a command writes its lines. */
export interface Output {
  say(line: string): void;
  complain(line: string): void;
}

const terminal: Output = {
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
};

/** The arguments of a command are wrong. */
export class UsageError extends Error {}

/** Runs a command and prints its errors. @returns the exit code */
export async function runCommand(
  help: string,
  output: Output,
  work: () => Promise<boolean>,
): Promise<number> {
  try {
    return (await work()) ? 0 : 1;
  } catch (error) {
    const { message, stack } = error as Error;
    if (error instanceof UsageError) output.complain(`${message}\n\n${help}`);
    else output.complain(error instanceof StartError ? message : String(stack));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Runs the command of this process. */
export async function runMain(
  run: (args: string[], env: NodeJS.ProcessEnv, output: Output) => Promise<number>,
): Promise<void> {
  process.umask(privateUmask);
  process.exitCode = await run(process.argv.slice(2), process.env, terminal);
}

/** Runs the whole app without listening, so that a command does what a request would do. */
export async function withApp<T>(env: Env, work: (app: App) => Promise<T>): Promise<T> {
  // These modules are slow to load, and not needed for a wrong argument.
  const [{ createApp }, { connect }, { migrate, readNames }, { explainMissing, findSchema }] =
    await Promise.all([
      import('./app.ts'),
      import('./platform/db/connect.ts'),
      import('./platform/db/migrate.ts'),
      import('./platform/db/migrate.ts'),
    ]);
  const { db, close } = await connect(env);
  try {
    if (env.migrates) await migrate(db);
    const lacks = explainMissing(await findSchema(db, await readNames()));
    if (lacks) throw new StartError(lacks);
    const webDir = fileURLToPath(new URL('../../web/dist/', import.meta.url));
    const app = await createApp({ env: { ...env, logLevel: 'error' }, db, webDir });
    try {
      return await work(app);
    } finally {
      await app.server.close();
    }
  } finally {
    await close();
  }
}
