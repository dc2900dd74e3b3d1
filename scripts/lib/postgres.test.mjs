import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startPostgres } from './postgres.mjs';

/** @param {number} port */
const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

it('starts a temporary PostgreSQL and removes it', async () => {
  const postgres = await startPostgres();
  expect(await answers(postgres.port)).toBe(true);
  await postgres.stop();
  expect(await answers(postgres.port)).toBe(false);
  expect(existsSync(postgres.folder)).toBe(false);
});
