import { sql } from 'kysely';
import { connect, type Database } from '../server/src/platform/db/connect.ts';
import { sessionCookie } from '../server/test/session-cookie.ts';
import type { Talker } from './chat-load.ts';
import { HttpConnection } from './connection.ts';
import { milliseconds, quantile, verdict } from './numbers.ts';

const sizes = [100, 10_000] as const;
const pairs = 240;
const warmUp = 20;
const allowed = 1.2;

/** Of 100 and of 10,000 messages, in turns. */
export async function compareRooms(
  databaseUrl: string,
  port: number,
  [viewer, one, other]: readonly Talker[],
): Promise<void> {
  if (!viewer || !one || !other) throw new Error('There are too few people to talk to.');
  const { db, close } = await connect({ databaseUrl, dataDir: '' });
  try {
    await fillRoom(db, viewer.id, one.id, sizes[0]);
    await fillRoom(db, viewer.id, other.id, sizes[1]);
    await sql`analyze`.execute(db);
  } finally {
    await close();
  }
  const connection = new HttpConnection(port, {
    cookie: `upaj.session_token=${sessionCookie(viewer.token)}`,
  });
  const rooms = [one.id, other.id];
  const times: [number[], number[]] = [[], []];
  for (let pair = -warmUp; pair < pairs; pair += 1) {
    for (const index of pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { status, ms } = await connection.get(`/api/v1/messages/${rooms[index]}`);
      if (status !== 200) throw new Error(`A room answered ${status}`);
      if (pair >= 0) times[index].push(ms);
    }
  }
  connection.close();
  const [small, large] = times.map((list) => quantile(list, 0.5)) as [number, number];
  const ratio = large / small;
  process.stdout.write(
    `${verdict(ratio <= allowed)} a room of ${sizes[1]} / of ${sizes[0]}: ${milliseconds(small)} → ` +
      `${milliseconds(large)} ms, ${ratio.toFixed(2)}, at most ${allowed}\n`,
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
