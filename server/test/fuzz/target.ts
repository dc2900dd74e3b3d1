import { startTestApp } from '#test/app.ts';
import { ownKey, startDataGovIn } from '#test/data-gov-in.ts';
import { startOpenMeteo } from '#test/open-meteo.ts';
import { rateOf } from '#test/rates.ts';
import { readEnv } from '#src/env.ts';
import { rowReader, type RowUpdate } from './table-rows.ts';

export interface Target {
  url: string;
  dataDir: string;
  secretKey: string;
  errorLines: readonly string[];
  readRows(): Promise<RowUpdate[]>;
  /** Takes what only an account that was opened with a mobile number lacks. */
  setNumberOnly(userId: string): Promise<void>;
  /** Makes the account incomplete, as only a first log-in with Google or Facebook leaves it. */
  setIncomplete(userId: string): Promise<void>;
  setAdministrator(username: string): Promise<void>;
  /** Changes each session of this user as if it had just confirmed a code. */
  confirmSessions(userId: string): Promise<void>;
  close(): Promise<void>;
}

const secretKey = 'fuzz'.repeat(8);
const goods = [
  { commodity: 'Wheat', crop: 'wheat' },
  { commodity: 'Tomato', crop: 'tomato' },
  { commodity: 'Onion', crop: 'onion' },
];
const places = [
  { state: 'Punjab', district: 'Ludhiana', market: 'Khanna' },
  { state: 'Punjab', district: 'Patiala', market: 'Rajpura' },
  { state: 'Maharashtra', district: 'Nashik', market: 'Lasalgaon' },
];

/**
 * Starts, in this process, a server with a market and its providers. The server also validates its responses against
 * the contract.
 */
export async function startTarget(): Promise<Target> {
  const rates = await startDataGovIn();
  const weather = await startOpenMeteo(new Date().toISOString().slice(0, 10));
  const { providers, dataGovIn, openMeteo } = readEnv({
    SECRET_KEY: secretKey,
    GOOGLE_CLIENT_ID: 'fuzz',
    GOOGLE_CLIENT_SECRET: 'fuzz',
    DATA_GOV_IN_URL: rates.url,
    DATA_GOV_IN_KEY: ownKey,
    OPEN_METEO_URL: weather.url,
  });
  const errorLines: string[] = [];
  const app = await startTestApp({
    env: { secretKeys: [secretKey], providers, dataGovIn, openMeteo },
    logStream: { write: (line) => void (/"level":[56]0/.test(line) && errorLines.push(line)) },
  });
  const { database, services } = app;
  const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10);
  await services.rates.ingest(
    places.flatMap((place) => goods.map((good) => rateOf({ ...place, ...good, arrivalDate: yesterday }))),
    { isSample: false },
  );
  await services.news.addSample([
    { title: 'Onion prices rise in several mandis', summary: 'An example.', hoursAgo: 2 },
  ]);
  // Calls may queue jobs, but no job runs: it would change the rows of other people.
  services.operations.connectQueue(async () => true);
  return {
    url: app.url,
    dataDir: app.dataDir,
    secretKey,
    errorLines,
    readRows: rowReader(database.db),
    async setNumberOnly(userId) {
      const without = { email: null, aadhaar_last4: null, aadhaar_fingerprint: null };
      await database.db.updateTable('users').set(without).where('id', '=', userId).execute();
    },
    async setIncomplete(userId) {
      await database.db.updateTable('users').set({ is_complete: false }).where('id', '=', userId).execute();
    },
    async setAdministrator(username) {
      await services.staff.setRole(username, 'administrator', null);
    },
    async confirmSessions(userId) {
      const sessions = database.db.updateTable('sessions').set({ second_factor_at: new Date() });
      await sessions.where('user_id', '=', userId).execute();
      services.sessions.refresh({ userId });
    },
    async close() {
      await app.close();
      await Promise.all([rates.close(), weather.close()]);
    },
  };
}
