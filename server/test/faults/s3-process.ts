import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestS3 } from '#test/s3.ts';
import type { S3Command } from './s3-program.ts';

export type S3Process = Pick<TestS3, 'url' | S3Command> & { close(): void };

/** Starts a test S3 in a process of its own, so that a load in this one does not delay it. */
export async function startS3(): Promise<S3Process> {
  const program = fileURLToPath(new URL('s3-program.ts', import.meta.url));
  const child = fork(program, { execArgv: [] });
  const [url] = (await once(child, 'message')) as [string];
  const send = async (command: S3Command) => {
    const done = once(child, 'message');
    child.send(command);
    await done;
  };
  return {
    url,
    stop: () => send('stop'),
    restore: () => send('restore'),
    close: () => child.disconnect(),
  };
}
