import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Output } from '#src/command.ts';
import { assertNoSecrets } from './secrets.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Returns the arguments of `npm start`, which set the memory limits. */
function startArgsIn(folder: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
  return scripts.start.split(' ').slice(1);
}

interface Package {
  scripts: { start: string };
}

export interface ServerProcess {
  url: string;
  child: ChildProcess;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

const nodeEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

const running = new Set<ChildProcess>();

export function killServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts a server. @param folder of another release than this one */
export function spawnServer(port: number, env: NodeJS.ProcessEnv, folder = root): ServerProcess {
  const child = spawn(process.execPath, startArgsIn(folder), {
    cwd: folder,
    env: { ...nodeEnv, PORT: String(port), DEMO_DATA: 'off', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let stdout = '';
  child.stdout?.on('data', (text: Buffer) => (stdout += text.toString()));
  let stderr = '';
  child.stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
  const ended = new Promise<Awaited<ServerProcess['ended']>>((resolve, reject) => {
    child.once('close', (code) => {
      running.delete(child);
      try {
        assertNoSecrets(stdout.split('\n'));
        resolve({ code, stdout, stderr });
      } catch (error) {
        reject(error);
      }
    });
  });
  return { url: `http://127.0.0.1:${port}`, child, ended };
}

export function runCommand(
  name: 'admin' | 'migrate' | 'rates',
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { signal, folder = root }: { signal?: AbortSignal; folder?: string | undefined } = {},
) {
  const killSignal = 'SIGKILL' as const;
  const options = { cwd: folder, env: { ...nodeEnv, ...env }, signal, killSignal };
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const program = `server/src/${name}-command.ts`;
    const child = execFile(process.execPath, [program, ...args], options, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

type Run = (args: string[], env: NodeJS.ProcessEnv, output: Output) => Promise<number>;

/** Runs a command like `runCommand`, but in this process, which saves the seconds that loading takes. */
export async function runHere(run: Run, args: readonly string[], env: NodeJS.ProcessEnv) {
  let out = '';
  let err = '';
  const output = {
    say: (line: string) => (out += `${line}\n`),
    complain: (line: string) => (err += `${line}\n`),
  };
  const code = await run([...args], env, output);
  return { code, out, err };
}

export async function waitUntilOpen({
  url,
  child,
  ended,
}: Pick<ServerProcess, 'url' | 'child'> & Partial<Pick<ServerProcess, 'ended'>>): Promise<void> {
  for (const until = Date.now() + 120_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${(await ended)?.stderr}`);
    if (Date.now() > until) throw new Error('The server did not open');
    const isOpen = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    // Check that the process still runs, because another server on the same port could have responded.
    if (isOpen && child.exitCode === null) return;
  }
}

const ports = { first: 20_000, blocks: 120, inBlock: 100 };
let block: Promise<number> | undefined;
let latest = 0;

/**
 * Returns a free port from a block of ports that this process has claimed, so that no other test takes it before its
 * server has started. The blocks are below the range from which the system takes ports of outgoing connections, for the
 * same reason.
 */
export async function freePort(): Promise<number> {
  block ??= claimBlock();
  latest = (latest % (ports.inBlock - 1)) + 1;
  const port = (await block) + latest;
  const server = await listen(port);
  if (!server) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Claims a block by listening on its first port as long as this process lives. */
async function claimBlock(): Promise<number> {
  const first = ports.first + randomInt(ports.blocks) * ports.inBlock;
  const holder = await listen(first);
  holder?.unref();
  return holder ? first : claimBlock();
}

/** @returns undefined when another program listens there */
function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer().on('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
