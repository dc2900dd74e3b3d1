import { writeAdminKey } from '#src/http/admin-key.ts';
import { TestClient } from './client.ts';

/** Has a running server ask for the day's rates now, as its operator does by a command. */
export function askForRates(url: string, secretKey: string) {
  const headers = { authorization: `Bearer ${writeAdminKey(secretKey)}` };
  return new TestClient(url).send('POST /api/v1/admin/fetch-rates', { headers });
}
