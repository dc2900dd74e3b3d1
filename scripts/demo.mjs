// `npm run demo` runs the app with demo data in a temporary folder.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pinnedNode, root } from './lib/paths.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'upaj-demo-'));
const { DATABASE_URL: _database, ...env } = process.env;
const server = spawn(pinnedNode, ['server/src/main.mjs'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...env, DATA_DIR: folder, DEMO_DATA: 'on' },
});

// On Ctrl-C the terminal signals the server too; this process waits for its shutdown.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => server.kill('SIGTERM'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
server.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
