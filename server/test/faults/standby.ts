import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresBin } from '../../../scripts/lib/find-programs.mjs';
import { freePort } from '#test/process.ts';

import type { PostgresServer } from '../../../scripts/lib/postgres.mjs';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';

export interface Standby {
  url: string;
  port: number;
  promote(): void;
  run(sql: string): void;
  kill(): void;
  stop(): void;
}

export function startPrimary(settings: readonly string[] = []): Promise<PostgresServer> {
  return startPostgres({ settings });
}

/** Starts a streaming copy of a PostgreSQL that the tests started. */
export async function startStandby(primaryUrl: string): Promise<Standby> {
  const bin = findPostgresBin() ?? '';
  const folder = mkdtempSync('/tmp/upaj-standby-');
  const isRoot = process.getuid?.() === 0;
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', isRoot ? [flag, 'postgres'] : [flag])),
  );
  if (isRoot) chownSync(folder, uid ?? 0, gid ?? 0);
  const call = (program: string, ...args: string[]) =>
    void execFileSync(join(bin, program), args, { uid, gid, cwd: folder, stdio: 'pipe' });
  const port = await freePort();
  // A standby needs as many connections as its primary.
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'max_connections=200',
    `port=${port}`,
  ];
  call('pg_basebackup', '-d', primaryUrl, '-D', 'data', '-R', '-c', 'fast', '--no-sync');
  const control = (...args: string[]) => call('pg_ctl', '-D', 'data', '-w', ...args);
  control('start', '-l', 'log', '-o', settings.map((setting) => `-c '${setting}'`).join(' '));
  const url = new URL(primaryUrl);
  url.port = String(port);
  const stop = () => {
    process.off('exit', stop);
    try {
      control('stop', '-m', 'immediate');
    } catch {
      // The standby is not running.
    }
    rmSync(folder, { recursive: true });
  };
  process.once('exit', stop);
  return {
    url: url.href,
    port,
    promote: () => control('promote'),
    run: (sql) => call('psql', url.href, '-qAtc', sql),
    kill: () => control('stop', '-m', 'immediate'),
    stop,
  };
}
