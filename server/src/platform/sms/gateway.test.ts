import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readEnv } from '#src/env.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { fromOwnAddress } from '#test/factories.ts';
import { anyNumber } from '#test/sms.ts';
import { startSmsGateway } from '#test/sms-gateway.ts';
import { readSmsAccount, type SmsVariables } from '#src/platform/sms-account.ts';

let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
let app: TestApp | undefined;
beforeEach(async () => {
  gateway = await startSmsGateway();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app?.close();
  app = undefined;
  await gateway.close();
});

async function start(variables: SmsVariables, pauses = [20, 20], timeout?: number): Promise<TestApp> {
  app = await startTestApp({
    env: { sms: readSmsAccount(variables), logLevel: 'info' },
    sms: { pauses, ...(timeout !== undefined && { timeout }) },
  });
  return app;
}

const plain = (): SmsVariables => ({ SMS_URL: `${gateway.url}?to=91{number}&msg={text}` });

async function ask({ url }: TestApp, number = anyNumber()) {
  const body = { contact: number };
  await new TestClient(url).call('POST /api/v1/users/login-code', { body, headers: fromOwnAddress() });
  return number;
}

const arrived = (count: number) =>
  vi.waitFor(() => expect(gateway.received).toHaveLength(count), { timeout: 30_000 });
const errorsOf = ({ logs }: TestApp) => logs.filter((line) => line.includes('an SMS was not sent'));

describe('the request has the fields of the gateway', () => {
  test('in the address', async () => {
    const running = await start({
      SMS_URL: `${gateway.url}?key=k&sender={sender}&dlt_te_id={template}&mobiles=91{number}&message={text}`,
      SMS_SENDER: 'UPAJIN',
      SMS_TEMPLATE_ID: '1107160001',
    });
    const number = await ask(running);
    await arrived(1);
    const [{ method, url } = { method: '', url: new URL('http://none') }] = gateway.received;
    expect(method).toBe('GET');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      key: 'k',
      sender: 'UPAJIN',
      dlt_te_id: '1107160001',
      mobiles: `91${number}`,
    });
    expect(url.searchParams.get('message')).toMatch(/^\d{6} is your Upaj code\.[^]*\n\n@localhost #\d{6}$/);
  });

  test('in a form', async () => {
    const running = await start({
      SMS_URL: gateway.url,
      SMS_BODY: 'numbers={number}&sender={sender}&message={text}',
      SMS_SENDER: 'UPAJIN',
    });
    const number = await ask(running);
    await arrived(1);
    const [{ method, headers, body } = { method: '', headers: { 'content-type': '' }, body: '' }] =
      gateway.received;
    expect([method, headers['content-type']]).toEqual(['POST', 'application/x-www-form-urlencoded']);
    expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
      numbers: number,
      sender: 'UPAJIN',
    });
  });

  test('in JSON, with headers', async () => {
    const running = await start({
      SMS_URL: gateway.url,
      SMS_BODY: '{"template_id":"{template}","to":["91{number}"],"text":"{text}"}',
      SMS_HEADERS: 'authkey: 0123abc | accept: application/json',
      SMS_TEMPLATE_ID: 'code=1107160001',
    });
    const number = await ask(running);
    await arrived(1);
    const [{ headers, body } = { headers: {}, body: '{}' }] = gateway.received;
    expect(headers).toMatchObject({ authkey: '0123abc', 'content-type': 'application/json' });
    expect(JSON.parse(body)).toMatchObject({ template_id: '1107160001', to: [`91${number}`] });
  });
});

test('the text is in the reader’s language where its template is registered, else in English', async () => {
  const running = await start({ ...plain(), SMS_TEMPLATE_ID: 'code=1,code.hi=2' });
  for (const language of ['hi', 'ta'])
    await new TestClient(running.url).call('POST /api/v1/users/login-code', {
      body: { contact: anyNumber(), language },
      headers: fromOwnAddress(),
    });
  await arrived(2);
  const texts = gateway.received.map(({ url }) => url.searchParams.get('msg') ?? '');
  expect(texts.filter((text) => text.includes('आपका उपज कोड'))).toHaveLength(1);
  expect(texts.filter((text) => text.includes('is your Upaj code'))).toHaveLength(1);
});

test.each([
  [
    'an overloaded gateway',
    [
      { status: 503, body: 'busy' },
      { status: 429, body: '' },
    ],
  ],
  ['a lost connection', ['hang up', 'hang up']],
] as const)('after %s the message arrives once', async (_, faults) => {
  const running = await start(plain());
  gateway.faults.push(...faults);
  await ask(running);
  await arrived(1);
  expect(gateway.tries).toBe(3);
  expect(errorsOf(running)).toEqual([]);
});

test('a message that was delivered late comes twice with one code', async () => {
  const running = await start(plain(), [20], 200);
  gateway.faults.push('late');
  await ask(running);
  await arrived(2);
  const [first, second] = gateway.received.map(({ url }) => url.searchParams.get('msg'));
  expect(first).toBe(second);
});

test.each([
  ['a wrong key', { status: 401, body: 'no such key' }],
  [
    'a refusal in JSON with status 200',
    { status: 200, body: '{"return":false,"message":"Invalid numbers"}' },
  ],
  ['a refusal in words with status 200', { status: 200, body: 'error | 102 | Authentication failed' }],
  ['another refusal', { status: 200, body: 'TRACE: 107! Not Valid API KEY' }],
  ['one more', { status: 200, body: '{"status": "failure","errors":[{"code":80}]}' }],
])('%s is tried once and logged without number and code', async (_, fault) => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const running = await start(plain());
  gateway.faults.push(fault);
  const number = await ask(running);
  await vi.waitFor(() => expect(errorsOf(running)).toHaveLength(1), { timeout: 30_000 });
  expect(gateway.tries).toBe(1);
  expect(errorsOf(running).join()).not.toContain(number);
});

test('a gateway whose answers are known by a text of their own', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const running = await start({ ...plain(), SMS_ACCEPTED: '"id"' });
  gateway.faults.push({ status: 200, body: '{"answer":"queued nowhere"}' });
  await ask(running);
  await vi.waitFor(() => expect(errorsOf(running)).toHaveLength(1), { timeout: 30_000 });
  await ask(running);
  await arrived(1);
});

test.each([
  [{ SMS_BODY: 'to={number}' }, 'SMS_URL is required with SMS_BODY'],
  [{ SMS_URL: 'https://sms.example/send' }, 'SMS_URL or SMS_BODY must contain {number}'],
  [{ SMS_URL: 'https://sms.example/send?to={number}' }, 'SMS_URL or SMS_BODY must contain {text}'],
  [{ SMS_URL: 'sms.example' }, 'SMS_URL must be a web address'],
  [{ SMS_URL: 'https://a.example?{number}{text}', SMS_HEADERS: 'authkey' }, 'SMS_HEADERS must be headers'],
  [{ SMS_URL: 'https://a.example?{number}{text}', SMS_TEMPLATE_ID: 'code=' }, 'SMS_TEMPLATE_ID must be'],
  [{ SMS_HOURLY_LIMIT: '0' }, 'SMS_HOURLY_LIMIT must be'],
])('%j stops the start with a clear line', (given, message) => {
  const settings = { DATA_DIR: '/nowhere', SECRET_KEY: 'k'.repeat(32), ...given };
  expect(() => readEnv(settings as NodeJS.ProcessEnv)).toThrow(message);
});
