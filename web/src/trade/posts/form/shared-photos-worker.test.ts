import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';

const code = readFileSync(new URL('../../../../worker/shared-photos.js', import.meta.url), 'utf8');
const origin = 'https://upaj.example';

let stored: Set<string>;
let listen: (event: object) => void;

beforeEach(() => {
  stored = new Set();
  const caches = {
    delete: async () => stored.clear(),
    open: async () => ({ put: async (path: string) => void stored.add(path) }),
  };
  // Node's own needs a whole address.
  class Answer extends Response {
    static override redirect = (path: string | URL, status?: number) =>
      new Response(null, { status: status ?? 302, headers: { location: String(path) } });
  }
  const worker = {
    location: { origin },
    addEventListener: (_: string, listener: typeof listen) => void (listen = listener),
  };
  new Function('self', 'caches', 'Response', code)(worker, caches, Answer);
});

/** Posts photos with this Origin header, as Chromium shows it to a worker. @returns where the browser goes then */
async function post(from: string | null, count = 2): Promise<string | null> {
  const body = new FormData();
  for (let number = 0; number < count; number += 1) body.append('photos', new File(['x'], `${number}.jpg`));
  const headers = new Headers();
  if (from !== null) headers.set('origin', from);
  const request = new Request(`${origin}/shared-photos`, { method: 'POST', body, headers });
  const answers: Promise<Response>[] = [];
  listen({ request, respondWith: (answer: Promise<Response>) => answers.push(answer) });
  return (await answers[0])?.headers.get('location') ?? null;
}

it.each([[null], ['null'], [origin]])('stores photos that come with the origin %j', async (from) => {
  expect(await post(from)).toBe('/create-post');
  expect(stored.size).toBe(2);
});

it.each(['https://evil.example', 'http://upaj.example', 'https://sub.upaj.example'])(
  'stores nothing of a form of %s',
  async (from) => {
    await post(null, 1);
    expect(await post(from)).toBe('/');
    expect(stored.size).toBe(1);
  },
);

it('replaces earlier photos and stores 10 at most', async () => {
  await post(null, 3);
  await post('null', 30);
  expect(stored.size).toBe(10);
});
