import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/process.ts';

const program = ['/usr/sbin/pgbouncer', 'pgbouncer'].find((file) => spawnSync(file, ['-V']).status === 0);
export const hasPgbouncer = program !== undefined;

/** Starts pgbouncer in transaction mode, with few connections, so that each statement may get another one. */
export async function startPgbouncer(target: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port, username, password } = new URL(target);
  const folder = mkdtempSync('/tmp/upaj-pgbouncer-');
  const own = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
`,
  );
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres']).stdout));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [folder, file]) chownSync(path, uid, gid);
  const child = spawn(program ?? '', ['-q', file], { stdio: 'ignore', ...(isRoot && { uid, gid }) });
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (!(await isOpen(own))) await sleep(50);
  const url = new URL(target);
  url.host = `127.0.0.1:${own}`;
  return {
    url: url.href,
    async close() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
      .once('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });
}
