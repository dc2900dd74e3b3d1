import { createApp } from '#src/app.ts';
import { readEnv } from '#src/env.ts';
import { connect } from '#src/platform/db/connect.ts';
import { migrate } from '#src/platform/db/migrate.ts';
import { setIncomplete } from './incomplete.ts';
import { addMarket } from './market-data.ts';
import { rowReader } from './table-rows.ts';
import type { Command } from './target.ts';

// Only this process can read an embedded database, so it reports the changed rows.
const env = readEnv(process.env);
const connection = await connect(env);
await migrate(connection.db);
const { server, services } = await createApp({ env, db: connection.db, webDir: env.dataDir });
await addMarket(services);
await server.listen({ port: env.port, host: env.host });

const readRows = rowReader(connection.db);
process.on('message', async (command: Command) => {
  const value =
    command.name === 'readRows' ? await readRows() : await setIncomplete(connection.db, command.userId);
  process.send?.({ id: command.id, value });
});
async function stop(): Promise<void> {
  await server.close();
  await connection.close();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('disconnect', stop);
process.send?.('listening');
