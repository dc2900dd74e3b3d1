import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import packageFile from '../package.json' with { type: 'json' };
import type { ChatOrder, ChatResult } from './chat-load.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import type { MixedOrder, MixedResult } from './mixed-load.ts';
import type { TargetOrder } from './target.ts';
import type { WriteOrder, WriteResult } from './write-load.ts';

/** Of `npm start`. */
const memoryLimits = packageFile.scripts.start.split(' ').filter((part) => part.startsWith('--'));
const main = fileURLToPath(new URL('main.ts', import.meta.url));

export interface Target {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

export interface LoadGenerator {
  run(order: LoadOrder): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Its log goes to /dev/null, so that writing it is measured too. */
export async function startTarget(order: TargetOrder): Promise<Target> {
  const child = await startChild('serve', memoryLimits);
  const { port } = await sendOrder<{ port: number }>(child, order);
  return { port, pid: child.pid ?? 0, stop: () => stopChild(child) };
}

export async function startChatLoad() {
  const child = await startChild('chat-load');
  return { run: (order: ChatOrder) => sendOrder<ChatResult>(child, order), stop: () => stopChild(child) };
}

export async function startLoad(): Promise<LoadGenerator> {
  const child = await startChild('load');
  return { run: (order) => sendOrder<LoadResult>(child, order), stop: () => stopChild(child) };
}

export async function startWriteLoad() {
  const child = await startChild('write-load');
  return { run: (order: WriteOrder) => sendOrder<WriteResult>(child, order), stop: () => stopChild(child) };
}

export async function startMixedLoad() {
  const child = await startChild('mixed-load');
  return { run: (order: MixedOrder) => sendOrder<MixedResult>(child, order), stop: () => stopChild(child) };
}

async function startChild(command: string, execArgv: readonly string[] = []): Promise<ChildProcess> {
  const child = fork(main, [command], {
    execArgv: [...execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await answerOf(child);
  return child;
}

async function sendOrder<T>(child: ChildProcess, order: object): Promise<T> {
  const response = answerOf(child);
  child.send(order);
  return response as Promise<T>;
}

function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) =>
      reject(new Error(`A process of the benchmark ended with ${code}.`));
    child.once('exit', onExit);
    child.once('message', (message: { error?: string }) => {
      child.off('exit', onExit);
      if (message.error) reject(new Error(message.error));
      else resolve(message);
    });
  });
}

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
