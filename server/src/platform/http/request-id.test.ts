import { createServer as createNodeServer } from 'node:http';
import { expect, test } from 'vitest';
import { readEnv } from '#src/env.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { appForTests } from '#test/hooks.ts';
import { close, listen } from '#test/loopback.ts';
import { testSecretKey } from '#test/session-cookie.ts';
import { createServer } from './create-server.ts';

const given = 'Proxy-1:7f_00.2';
const own = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const app = appForTests({ env: { logLevel: 'info' } });

async function ask({ url }: TestApp, id: string): Promise<{ header: string | null; body: string }> {
  const response = await fetch(`${url}/api/v1/notifications`, { headers: { 'x-request-id': id } });
  const { requestId } = (await response.json()) as { requestId: string };
  return { header: response.headers.get('x-request-id'), body: requestId };
}

test('the id that a trusted proxy gave is in the response, the error and the log', async () => {
  expect(await ask(app, given)).toEqual({ header: given, body: given });
  await expect.poll(() => app.logs.filter((line) => line.includes(`"reqId":"${given}"`))).toHaveLength(2);
});

test.each([
  'short',
  'x'.repeat(65),
  'an id with spaces',
  '12345678"',
  '12345678, 87654321',
  '{"$ne":"1234"}',
])('an unsafe id is replaced: %s', async (unsafe) => {
  expect((await ask(app, unsafe)).header).toMatch(own);
});

test('an id that did not come from a trusted proxy is replaced', async () => {
  const strict = await startTestApp({ env: { trustProxy: () => false } });
  const { header, body } = await ask(strict, given);
  expect(header).toMatch(own);
  expect(body).toBe(header);
  await strict.close();
});

test('calls to other services have the id of their request', async () => {
  const heard: unknown[] = [];
  const other = createNodeServer((request, response) => {
    heard.push(request.headers['x-request-id']);
    response.end();
  });
  const address = await listen(other);
  const server = await createServer(readEnv({ SECRET_KEY: testSecretKey, LOG_LEVEL: 'silent' }));
  server.post('/', async () => {
    await fetch(address);
    return {};
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const call = (id: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': id },
      body: '{"a":1}',
    });
  await Promise.all(['request-1', 'request-2', 'request-3'].map(call));
  expect(heard.toSorted()).toEqual(['request-1', 'request-2', 'request-3']);
  await fetch(address);
  expect(heard.at(-1)).toBeUndefined();
  await server.close();
  await close(other);
});
