import { randomUUID } from 'node:crypto';
import { createServer as createNodeServer } from 'node:http';
import { SpanKind } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SocketMessageForm } from '@upaj/contract/chat/messages';
import { readEnv } from '#src/env.ts';
import { createServer } from '#src/platform/http/create-server.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { addPerson, goodPassword, type Person } from '#test/factories.ts';
import { close, listen } from '#test/loopback.ts';
import { testSecretKey } from '#test/session-cookie.ts';
import { connectSocket, openSocket } from '#test/socket.ts';
import { openTraces } from './traces.ts';

const settings = {
  ...readEnv({ SECRET_KEY: testSecretKey, LOG_LEVEL: 'silent' }),
  traceUrl: 'http://127.0.0.1:1',
};
const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

function collect() {
  const spans: ReadableSpan[] = [];
  const traces = openTraces(settings, {
    export(added, done) {
      spans.push(...added);
      done({ code: 0 });
    },
    shutdown: async () => {},
  });
  return { spans, traces };
}

const { spans, traces } = collect();
let database: TestDatabase;
let app: TestApp;
let person: Person;
beforeAll(async () => {
  database = await openTestDatabase({ observe: traces.onQuery });
  app = await startTestApp({ db: database.db, traces });
  person = await addPerson(app.url);
  const headers = { traceparent, 'x-request-id': 'proxy-request-1' };
  await person.client.fetch(`/api/v1/users/user/${person.account.username}?q=secret-word`, { headers });
  await Promise.all(
    ['one', 'two', 'three'].map((text) =>
      person.client
        .call('POST /api/v1/users/login', { body: { email: `${text}@upaj.example`, password: goodPassword } })
        .catch(() => {}),
    ),
  );
  await fetch(`${app.url}/no-route-here`);
  const other = await addPerson(app.url);
  const socket = await connectSocket(openSocket(app.url, person.client));
  const send = (message: unknown) => socket.emitWithAck('send', message as SocketMessageForm);
  await send({ userId: other.account._id, text: 'secret-word', clientId: randomUUID() });
  socket.emit('typing', { userId: other.account._id, isTyping: true });
  socket.emit('secret-word' as 'typing', { userId: other.account._id, isTyping: true });
  await send({ userId: other.account._id, text: '' });
  socket.disconnect();
  await app.close();
});
afterAll(() => database.close());

test('a request is a span of its route, in the trace of the proxy, and its statements are below it', () => {
  const request = spans.find(
    (span) => span.spanContext().traceId === traceId && span.kind === SpanKind.SERVER,
  );
  expect(request).toMatchObject({
    name: 'GET /api/v1/users/user/:username',
    parentSpanContext: { spanId: 'b7ad6b7169203331' },
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/v1/users/user/:username',
      'http.response.status_code': 200,
      'upaj.request_id': 'proxy-request-1',
    },
  });
  const statements = spans.filter(
    ({ parentSpanContext }) => parentSpanContext?.spanId === request?.spanContext().spanId,
  );
  expect(statements.length).toBeGreaterThan(0);
  for (const { name, kind, attributes } of statements) {
    expect(kind).toBe(SpanKind.CLIENT);
    expect(name).toMatch(/^(SELECT|WITH|INSERT|UPDATE)$/);
    expect(attributes['db.query.text']).toMatch(/\$1/);
  }
});

test('statements after a body was read belong to their own request', () => {
  const logins = spans.filter(({ name }) => name === 'POST /api/v1/users/login');
  expect(logins).toHaveLength(3);
  const counts = logins.map(
    (login) =>
      spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === login.spanContext().spanId)
        .length,
  );
  expect(counts[0]).toBeGreaterThan(0);
  expect(new Set(counts).size).toBe(1);
});

test('an event of a socket is a span, with the statements of a message below it', () => {
  const [sent, refused] = spans.filter(({ name }) => name === 'socket send');
  expect(refused?.attributes).toEqual({ 'error.type': 'INVALID_INPUT' });
  expect(sent?.attributes).toEqual({});
  const statements = spans.filter(
    ({ parentSpanContext }) => parentSpanContext?.spanId === sent?.spanContext().spanId,
  );
  expect(statements.length).toBeGreaterThan(0);
  expect(spans.some(({ name }) => name === 'socket typing')).toBe(true);
});

test('spans have no values, paths, addresses or people', () => {
  expect(spans.some(({ name }) => name === 'GET')).toBe(true);
  const written = JSON.stringify(
    spans.map(({ name, attributes, events, status, links }) => [name, attributes, events, status, links]),
  );
  const { username, email, _id, fullName } = person.account;
  for (const secret of [
    username,
    email,
    _id,
    fullName,
    'secret-word',
    'no-route-here',
    '127.0.0.1',
    '@upaj.example',
  ])
    expect(written).not.toContain(secret);
});

test('a trace goes on at other services, and a stranger cannot choose it', async () => {
  const heard: (string | undefined)[] = [];
  const other = createNodeServer((request, response) => {
    heard.push(request.headers['traceparent'] as string | undefined);
    response.end();
  });
  const address = await listen(other);
  for (const trustProxy of [() => true, () => false]) {
    const own = openTraces({ ...settings, trustProxy });
    const server = await createServer({ ...settings, trustProxy }, { follow: own.follow });
    server.get('/', async () => {
      await fetch(address);
      return {};
    });
    await fetch(await server.listen({ port: 0, host: '127.0.0.1' }), { headers: { traceparent } });
    await server.close();
    await own.close();
  }
  expect(heard[0]).toMatch(new RegExp(`^00-${traceId}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`));
  expect(heard[1]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(heard[1]).not.toContain(traceId);
  await close(other);
});
