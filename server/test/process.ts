import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Ends with the process: its exit code, null when a signal killed it, and what it said to standard error. */
  ended: Promise<{ code: number | null; stderr: string }>;
}

const running = new Set<ChildProcess>();

/** Kills what a test has left running, as one that fails does. */
export function killServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** The real server as a process. @returns without waiting for it to open. */
export function spawnServer(port: number, env: NodeJS.ProcessEnv): ServerProcess {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], PORT: String(port), DEMO_DATA: 'off', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  let stderr = '';
  child.stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, stderr });
    });
  });
  return { url: `http://127.0.0.1:${port}`, child, ended };
}

export async function waitUntilOpen({ url, child, ended }: ServerProcess): Promise<void> {
  for (const until = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${(await ended).stderr}`);
    if (Date.now() > until) throw new Error('The server did not open');
    const isOpen = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isOpen) return;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
