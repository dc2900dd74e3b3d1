import { randomBytes, randomUUID } from 'node:crypto';
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { connect } from '../server/src/platform/db/connect.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import type { ChatOrder, ChatResult, Talker } from './chat-load.ts';
import { milliseconds, quantile, toTable, verdict } from './numbers.ts';
import { startChatLoad, startTarget, type Target } from './processes.ts';
import { compareRooms } from './rooms.ts';

const clients = 500;
const wanted = 0.8;

interface Contender {
  name: string;
  order: Omit<ChatOrder, 'talkers' | 'ms'>;
  rates: number[];
  latencies: number[];
}

/**
 * Against a bare Socket.IO relay with one INSERT, on one PostgreSQL, in turns: 500 sockets, each sending on
 * acknowledgement.
 */
export async function runChat({ seconds, rounds }: { seconds: number; rounds: number }): Promise<void> {
  const postgres = await startPostgres({ isDurable: true, settings: ['shared_buffers=512MB'] });
  process.stdout.write(`PostgreSQL ${postgres.version}, ${clients} clients\n\n`);
  const targets: Target[] = [];
  try {
    const databaseUrl = postgres.url;
    const talkers = await addTalkers(databaseUrl);
    const start = async (order: Parameters<typeof startTarget>[0]) => {
      const target = await startTarget(order);
      targets.push(target);
      return target.port;
    };
    const relay = await start({ kind: 'relay', databaseUrl });
    const app = await start({ kind: 'app', databaseUrl, isWarm: true });
    const contenders: Contender[] = [
      { name: 'bare relay', order: { port: relay }, rates: [], latencies: [] },
      { name: 'app', order: { port: app }, rates: [], latencies: [] },
    ];
    for (let round = 0; round <= rounds; round += 1) {
      for (const { order, rates, latencies } of contenders) {
        const load = await startChatLoad();
        const result: ChatResult = await load.run({ ...order, talkers, ms: seconds * 1000 });
        await load.stop();
        // The first round warms up.
        if (round === 0) continue;
        rates.push(result.latencies.length / result.seconds);
        for (const ms of result.latencies) latencies.push(ms);
      }
    }
    report(contenders);
    await compareRooms(databaseUrl, app, talkers);
  } finally {
    await Promise.all(targets.map((target) => target.stop()));
    await postgres.stop();
  }
}

function report(contenders: readonly Contender[]): void {
  const rows = contenders.map(({ name, rates, latencies }) => [
    name,
    quantile(rates, 0.5).toFixed(0),
    milliseconds(quantile(latencies, 0.5)),
    milliseconds(quantile(latencies, 0.99)),
  ]);
  process.stdout.write(`${toTable(['', 'messages/s', 'p50 ms', 'p99 ms'], rows)}\n\n`);
  const [relay = Number.NaN, app = Number.NaN] = contenders.map(({ rates }) => quantile(rates, 0.5));
  const ratio = app / relay;
  process.stdout.write(`${verdict(ratio >= wanted)} app / relay ${ratio.toFixed(2)}, wanted ${wanted}\n`);
}

async function addTalkers(databaseUrl: string): Promise<Talker[]> {
  const { db, close } = await connect({ databaseUrl, dataDir: '' });
  try {
    await migrate(db);
    const talkers = Array.from({ length: clients }, () => ({
      id: randomUUID(),
      token: randomBytes(16).toString('hex'),
    }));
    const users = talkers.map(({ id }, index) => ({
      id,
      username: `talker${index}`,
      full_name: `Talker ${index}`,
      email: `talker${index}@upaj.example`,
      contact: '9876543210',
      user_type: 'farmer',
    }));
    await db.insertInto('users').values(users).execute();
    const expires_at = new Date(Date.now() + 3_600_000);
    const sessions = talkers.map(({ id, token }) => ({ id: randomUUID(), token, user_id: id, expires_at }));
    await db.insertInto('sessions').values(sessions).execute();
    return talkers;
  } finally {
    await close();
  }
}
