import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { mandiRecord, ownKey, startDataGovIn, type FakeDataGovIn } from '#test/data-gov-in.ts';
import { addPerson } from '#test/factories.ts';

const fetchRates = 'POST /api/v1/admin/fetch-rates';

let app: TestApp;
let provider: FakeDataGovIn;
const secretKey = 'k'.repeat(32);
beforeAll(async () => {
  provider = await startDataGovIn();
  app = await startTestApp({
    env: { secretKeys: [secretKey], dataGovIn: { url: provider.url, key: ownKey } },
  });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const headers = { authorization: `Bearer ${writeAdminKey([secretKey])}` };

test('only the operator can start a fetch of the rates', async () => {
  provider.records = [mandiRecord()];
  const { client } = await addPerson(app.url);
  expect(await client.fail(fetchRates)).toMatchObject({ statusCode: 401 });
  expect(provider.requests).toEqual([]);

  const admin = new TestClient(app.url);
  expect((await admin.send(fetchRates, { headers })).body).toMatchObject({
    message: '1 rate added or updated.',
  });
  const { data } = await client.call('GET /api/v1/market/rates', { query: { state: 'Andhra Pradesh' } });
  expect(data).toMatchObject([{ market: 'Maddipadu APMC', modalPrice: 2800, isSample: false }]);
});

test('the operator gets the reason when some are missing', async () => {
  provider.fault = () => ({ kind: 'error-body', error: 'Key not authorised' });
  const admin = new TestClient(app.url);
  expect(await admin.send(fetchRates, { headers })).toMatchObject({
    status: 502,
    body: { code: 'SOURCE_FAILED' },
  });
  const { sources } = (await (await fetch(`${app.url}/readyz`)).json()) as {
    sources: { rates: { error: string } };
  };
  expect(sources.rates.error).not.toBe('');
  expect(`${sources.rates.error}${app.logs.join('')}`).not.toContain(ownKey);
});
