// Makes a fresh clone ready for an npm script: `node scripts/setup.mjs start|test|dev|check|bench|build`.
// It must run before anything is installed, so it uses nothing but Node; and it must be readable for a Node that
// is too old, so everything but this check is loaded after it.
const major = Number.parseInt(process.versions.node, 10);
if (major < 20) {
  console.error(
    `Upaj needs Node 20 or newer, and this is Node ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}

const { setup } = await import('./lib/setup-for.mjs');
process.exitCode = await setup(process.argv[2] ?? 'start');
