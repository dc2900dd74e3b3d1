import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import { TestClient } from './client.ts';

export function requestRates(url: string, secretKey: string) {
  const headers = { authorization: `Bearer ${writeAdminKey([secretKey])}` };
  return new TestClient(url).send('POST /api/v1/admin/fetch-rates', { headers });
}
