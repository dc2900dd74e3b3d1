import { setTimeout as wait } from 'node:timers/promises';
import { openDrip } from './uploads.ts';
import { seconds, type Fault } from './run-fault.ts';

const index = 1;

export const killServer: Fault = {
  name: 'a server killed with SIGKILL',
  async run({ market, recover, note }) {
    const server = market.servers[index];
    server?.child.kill('SIGKILL');
    await server?.ended;
    await recover();
    const began = performance.now();
    await market.reopen(index);
    note(`reopened in ${seconds(performance.now() - began)} s`);
    await wait(1_000);
  },
};

export const stopServer: Fault = {
  name: 'a server stopped with SIGTERM while a client drips',
  async run({ market, recover, note, complain }) {
    const server = market.servers[index];
    const drip = await openDrip(server?.url ?? '');
    await wait(500);
    const began = performance.now();
    server?.child.kill('SIGTERM');
    const code = (await server?.ended)?.code;
    const took = performance.now() - began;
    drip.end();
    note(`ended with ${code} in ${seconds(took)} s`);
    if (code !== 0) complain(`it ended with ${code}`);
    if (took > 10_000) complain('it took more than 10 s to stop');
    await recover();
    await market.reopen(index);
  },
};
