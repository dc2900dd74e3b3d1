// Makes a fresh clone ready for an npm script: `node scripts/setup.mjs start|test|check`. It runs before anything is
// installed, so it has no dependencies. Old versions of Node must be able to parse it, so the rest is loaded after the
// check.
const major = Number.parseInt(process.versions.node, 10);
if (major < 20) {
  console.error(
    `Upaj needs Node 20 or newer, and this is Node ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}

const { setup } = await import('./lib/setup-for.mjs');
setup(process.argv[2] ?? 'start');
