// `npm run dev` runs the server, which restarts on every change, and Vite's development server.
import { spawn } from 'node:child_process';
import { inRoot, pinnedNode, root } from './lib/paths.mjs';

const programs = [
  { name: 'server', cwd: root, args: ['--watch', '--watch-preserve-output', 'server/src/main.mjs'] },
  { name: 'web', cwd: inRoot('web'), args: [inRoot('node_modules', 'vite', 'bin', 'vite.js')] },
];

const env = { PUBLIC_URL: 'http://localhost:5173', DRAIN_SECONDS: '0', ...process.env };

const children = programs.map(({ name, cwd, args }) => {
  const child = spawn(pinnedNode, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const [from, to] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])) {
    from.setEncoding('utf8').on('data', (text) => {
      to.write(text.trimEnd().replace(/^/gm, `${name.padEnd(6)} │ `) + '\n');
    });
  }
  return child;
});

const endAll = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', endAll);
process.on('SIGTERM', endAll);
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    endAll();
  });
}
