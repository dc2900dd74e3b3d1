import { join } from 'node:path';
import { sql } from 'kysely';
import { createApp } from '../server/src/app.ts';
import { readEnv } from '../server/src/env.ts';
import { connect } from '../server/src/platform/db/connect.ts';
import type { Database } from '../server/src/platform/db/connection.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { testSecretKey } from '../server/test/session-cookie.ts';
import { verdict } from './numbers.ts';
import { withStage, type BenchOptions } from './stage.ts';

const people = 1_000;
const commodities = 150;
/** The number of mandis, which is about how many report in a week. */
const mandis = 1_500;
const series = 15_000;
const secondsAllowed = 5;

/** Measures the statement that evaluates all alerts, and the time until every user is notified once. */
export async function runAlerts(options: BenchOptions): Promise<void> {
  const alerts = options.isQuick ? 500 : 10_000;
  await withStage(options, [], async (stage) => {
    const dataDir = await stage.addFolder();
    const databaseUrl = await stage.addDatabase();
    let longest = 0;
    const { db, close } = await connect({
      databaseUrl,
      dataDir,
      onQuery: ({ queryDurationMillis: ms }) => (longest = Math.max(longest, ms / 1000)),
    });
    try {
      await migrate(db);
      await fill(db, alerts);
      const settings = {
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        SECRET_KEY: testSecretKey,
        LOG_LEVEL: 'error',
      };
      const env = { ...readEnv(settings), databaseUrl };
      const { server, services } = await createApp({ env, db, webDir: join(dataDir, 'no-web-app') });
      process.stdout.write(`PostgreSQL ${stage.postgres}, ${alerts} alerts, ${series} series\n`);
      const evaluate = async (what: string, fires: boolean, names?: string[]) => {
        longest = 0;
        const began = performance.now();
        const fired = await services.alerts.evaluate(names);
        await services.outbox.deliver();
        const all = ((performance.now() - began) / 1000).toFixed(2);
        const isMet = longest <= secondsAllowed && fired > 0 === fires;
        process.stdout.write(
          `${verdict(isMet)} ${what}: ${fired} fired, statement ${longest.toFixed(2)} s, everybody told in ${all} s\n`,
        );
      };
      await evaluate('all, many met', true);
      await evaluate('all again', false);
      await sql`update rate_series set modal_price = modal_price * 1.2 where commodity = 'Commodity 7'`.execute(
        db,
      );
      await evaluate('one commodity’s new day', true, ['Commodity 7']);
      await evaluate('the same again', false, ['Commodity 7']);
      await server.close();
    } finally {
      await close();
    }
  });
}

async function fill(db: Database, alerts: number): Promise<void> {
  const personId = sql`('01900000-0000-7000-8000-' || lpad(to_hex(i % ${sql.lit(people)}), 12, '0'))::uuid`;
  await sql`
    insert into users (id, username, full_name, email, contact, user_type)
    select ${personId}, 'person' || i, 'A Person', 'person' || i || '@upaj.example', '9876543210', 'farmer'
    from generate_series(1, ${sql.lit(people)}) i`.execute(db);
  await sql`
    insert into rate_series (state, district, market, commodity, variety, grade, crop, is_sample, arrival_date,
      min_price, max_price, modal_price)
    select 'State ' || mandi % 30, 'District ' || mandi % 600, 'Market ' || mandi,
      'Commodity ' || commodity, 'Variety ' || i, 'FAQ', case when commodity % 3 > 0 then 'crop-' || commodity end,
      false, (now() at time zone 'Asia/Kolkata')::date - i % 7, price, price, price
    from (
      select i, i % ${sql.lit(mandis)} as mandi, (i * 7 + i / ${sql.lit(mandis)}) % ${sql.lit(commodities)} as commodity,
        1000 + hashint4(i) & 4095 as price
      from generate_series(1, ${sql.lit(series)}) i
    ) made`.execute(db);
  await sql`
    insert into price_alerts (id, user_id, commodity, state, district, market, type, target_price, unit, is_met)
    select gen_random_uuid(), ${personId}, coalesce(one.crop, one.commodity),
      case when i % 4 > 1 then one.state else '' end, case when i % 4 = 3 then one.district else '' end,
      case when i % 4 = 3 then one.market else '' end, case when i % 3 = 0 then 'below' else 'above' end,
      2000 + i * 0.01, 'quintal', false
    from generate_series(1, ${sql.lit(alerts)}) i
    join rate_series one on one.id = 1 + (i * 31) % ${sql.lit(series)}`.execute(db);
  await sql`analyze`.execute(db);
}
