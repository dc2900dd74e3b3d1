import { sql } from 'kysely';
import { migrate } from '../server/src/platform/db/migrate.ts';
import type { Database } from '../server/src/platform/db/connection.ts';
import { HttpConnection } from './connection.ts';
import { allowed, mediansInTurns } from './in-turns.ts';
import { addUsers, type LoggedIn } from './people.ts';
import { milliseconds, quantile, toTable, verdict } from './numbers.ts';
import { withStage, type BenchOptions } from './stage.ts';

const wanted = 0.8;

/**
 * Compares the app's messages between sockets with those of a bare Socket.IO relay that inserts one row each. Both use
 * one PostgreSQL, in turns.
 */
export async function runChat(options: BenchOptions): Promise<void> {
  const { seconds = 2, turns, pairs, isQuick } = options;
  const [clients, messages] = isQuick ? [20, 200] : [500, 10_000];
  await withStage(options, ['shared_buffers=512MB'], async (stage) => {
    process.stdout.write(`PostgreSQL ${stage.postgres}, ${clients} clients\n\n`);
    const databaseUrl = await stage.addDatabase();
    const db = await stage.connect(databaseUrl);
    await migrate(db);
    const talkers = await addUsers(db, clients);
    const open = async (name: string, kind: 'relay' | 'app') => {
      const { port } = await stage.startTarget({ kind, databaseUrl, isWarm: true });
      const run = await stage.startWorker('chat-load');
      return { name, port, run, rates: [] as number[], latencies: [] as number[] };
    };
    const contenders = [await open('bare relay', 'relay'), await open('app', 'app')];
    for (let turn = 0; turn <= turns; turn += 1) {
      for (const { port, run, rates, latencies } of contenders) {
        const result = await run({ port, talkers, ms: seconds * 1000 });
        // The first turn warms up.
        if (turn === 0) continue;
        rates.push(result.latencies.length / result.seconds);
        for (const ms of result.latencies) latencies.push(ms);
      }
    }
    const rows = contenders.map(({ name, rates, latencies }) => [
      name,
      quantile(rates, 0.5).toFixed(0),
      milliseconds(quantile(latencies, 0.5)),
      milliseconds(quantile(latencies, 0.99)),
    ]);
    process.stdout.write(`${toTable(['', 'messages/s', 'p50 ms', 'p99 ms'], rows)}\n\n`);
    const [relay = Number.NaN, app = Number.NaN] = contenders.map(({ rates }) => quantile(rates, 0.5));
    const ratio = app / relay;
    process.stdout.write(`${verdict(ratio >= wanted)} app / relay ${ratio.toFixed(2)} (≥ ${wanted})\n`);
    await compareRooms(db, contenders[1]?.port ?? 0, talkers, [100, messages], pairs);
  });
}

/** Compares the last page of a short conversation with that of a long one. */
async function compareRooms(
  db: Database,
  port: number,
  [viewer, one, other]: readonly LoggedIn[],
  sizes: readonly [number, number],
  pairs: number,
): Promise<void> {
  if (!viewer || !one || !other) throw new Error('There are too few people to talk to.');
  await fillRoom(db, viewer.id, one.id, sizes[0]);
  await fillRoom(db, viewer.id, other.id, sizes[1]);
  await sql`analyze`.execute(db);
  const connection = new HttpConnection(port, { cookie: viewer.cookie });
  const open =
    ({ id }: LoggedIn) =>
    () =>
      connection.get(`/api/v1/messages/${id}?markSeen=false`);
  const [small, large] = await mediansInTurns([open(one), open(other)], pairs);
  connection.close();
  const ratio = large / small;
  process.stdout.write(
    `${verdict(ratio <= allowed)} a room of ${sizes[1]} / of ${sizes[0]}: ${milliseconds(small)} → ` +
      `${milliseconds(large)} ms, ${ratio.toFixed(2)} (≤ ${allowed})\n`,
  );
}

async function fillRoom(db: Database, oneId: string, otherId: string, size: number): Promise<void> {
  const ids = sql`(select least(${oneId}::uuid, ${otherId}::uuid) as low, greatest(${oneId}::uuid, ${otherId}::uuid) as high) ids`;
  await sql`
    delete from messages using conversations, ${ids}
    where conversation_id = conversations.id and low_id = low and high_id = high`.execute(db);
  await sql`
    insert into conversations
      (id, low_id, high_id, last_number, last_at, low_wrote, high_wrote, low_unseen, high_unseen)
    select gen_random_uuid(), low, high, ${size}, now(), true, true, 0, 0 from ${ids}
    on conflict (low_id, high_id) do update set last_number = ${size}`.execute(db);
  await sql`
    insert into messages (conversation_id, number, id, client_id, sender_id, receiver_id, text, created_at)
    select conversations.id, number, gen_random_uuid(), gen_random_uuid(),
      case number % 2 when 0 then low else high end, case number % 2 when 0 then high else low end,
      'The wheat is dry and clean, message ' || number, now() - (${size}::int - number) * interval '1 minute'
    from ${ids} join conversations on low_id = low and high_id = high, generate_series(1, ${size}::int) number`.execute(
    db,
  );
}
