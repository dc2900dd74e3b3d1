import { request, type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openPhotoDecoder } from '#src/platform/media/photo-decoder.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, photo, postFields, toForm } from '#test/factories.ts';

const decoder = openPhotoDecoder();
let slow = 0;
let app: TestApp;
let closed: Promise<void> | undefined;
afterEach(async () => {
  slow = 0;
  await (closed ?? app.close());
});

async function open(): Promise<{ head: object; parts: Buffer[] }> {
  closed = undefined;
  app = await startTestApp({
    decoder: {
      ...decoder,
      close() {},
      async decode(...given) {
        await sleep(slow);
        return decoder.decode(...given);
      },
    },
  });
  const { client } = await addPerson(app.url);
  const form = new Response(toForm(postFields(), { images: [await photo()] }));
  const body = Buffer.from(await form.arrayBuffer());
  const head = {
    cookie: client.cookieHeader,
    'content-type': form.headers.get('content-type'),
    'content-length': body.length,
  };
  return { head, parts: [body.subarray(0, -1_000), body.subarray(-1_000)] };
}

function upload(headers: object): {
  sent: ClientRequest;
  response: Promise<{ status?: number; text: string }>;
} {
  const sent = request(`${app.url}/api/v1/post/create-post`, { method: 'POST', headers: { ...headers } });
  const response = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', async (incoming) => {
      let text = '';
      for await (const chunk of incoming) text += String(chunk);
      resolve({ status: incoming.statusCode, text });
    });
  });
  return { sent, response };
}

function stop(): Promise<void> {
  closed = app.close();
  return closed;
}

test('an upload that ends within seconds of the stop is stored', async () => {
  const { head, parts } = await open();
  const { sent, response } = upload(head);
  sent.write(parts[0]);
  await sleep(200);
  const stopped = stop();
  await sleep(200);
  sent.end(parts[1]);
  expect(await response).toMatchObject({ status: 201 });
  await stopped;
});

test('an upload that takes longer gets a response while it is still sent', async () => {
  const { head, parts } = await open();
  const { sent, response } = upload(head);
  sent.write(parts[0]);
  await sleep(200);
  const stopped = stop();
  const dripping = setInterval(() => sent.write('a'), 100);
  const { status, text } = await response.finally(() => clearInterval(dripping));
  sent.on('error', () => {});
  expect([status, JSON.parse(text)]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
  await stopped;
});

test('so does one whose photos take longer', async () => {
  const { head, parts } = await open();
  slow = 7_500;
  const { sent, response } = upload(head);
  sent.end(Buffer.concat(parts));
  await sleep(300);
  const stopped = stop();
  const { status, text } = await response;
  expect([status, JSON.parse(text)]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
  await stopped;
  await sleep(2_500);
});
