import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const code = readFileSync(new URL('../../worker/shell.js', import.meta.url), 'utf8');
const origin = 'https://upaj.example';
const files = ['/index.html', '/theme.js', '/assets/start-1a2b.js'];
const texts = ['/assets/hi-1a2b.js', '/assets/ta-1a2b.js'];

type Listener = (event: object) => void;
let listeners: Map<string, Listener>;
/** The browser's storage responds after it. */
let storage: Promise<unknown>;
/** Maps the names of the stores to their responses by path. */
let stores: Map<string, Map<string, string>>;
const network = vi.fn<(path: string) => Promise<Response>>();

const pathOf = (request: Request | string) =>
  new URL(typeof request === 'string' ? request : request.url, origin).pathname;
const open = (name: string) => {
  const store = stores.get(name) ?? new Map<string, string>();
  stores.set(name, store);
  return {
    addAll: async (list: (Request | string)[]) => {
      for (const file of list) store.set(pathOf(file), await (await network(pathOf(file))).text());
    },
    put: async (request: Request, response: Response) =>
      void store.set(pathOf(request), await response.text()),
    delete: async (path: string) => store.delete(path),
  };
};
const caches = {
  open: async (name: string) => open(name),
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
  match: async (request: Request | string, { cacheName }: { cacheName: string }) => {
    await storage;
    const found = stores.get(cacheName)?.get(pathOf(request));
    return found === undefined ? undefined : new Response(found);
  },
};

async function run(version: string): Promise<void> {
  listeners = new Map();
  const worker = {
    build: { version, files, texts },
    location: { origin },
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
    addEventListener: (name: string, listener: Listener) => void listeners.set(name, listener),
  };
  const OwnRequest = class extends Request {
    constructor(path: string, init: RequestInit) {
      super(new URL(path, origin), init);
    }
  };
  const fetchIt = (request: Request) => network(pathOf(request));
  new Function('self', 'caches', 'fetch', 'Request', code)(worker, caches, fetchIt, OwnRequest);
  for (const name of ['install', 'activate']) await happen(name, {});
}

async function happen(name: string, event: object): Promise<Response | undefined> {
  const work: Promise<unknown>[] = [];
  let response: Promise<Response> | undefined;
  listeners.get(name)?.({
    ...event,
    waitUntil: (promise: Promise<unknown>) => work.push(promise),
    respondWith: (promise: Promise<Response>) => (response = promise),
  });
  await Promise.all(work);
  return response;
}

/** Returns undefined when the worker leaves the request to the browser. */
async function request(
  path: string,
  mode: 'navigate' | 'cors' = 'navigate',
  method = 'GET',
): Promise<string | undefined> {
  const sent = { url: origin + path, mode, method };
  return (await happen('fetch', { request: sent }))?.text();
}

beforeEach(async () => {
  stores = new Map();
  storage = Promise.resolve();
  network.mockReset();
  network.mockImplementation(async (path) => new Response(`network ${path}`));
  await run('one');
  network.mockClear();
});
const storeFeed = () => stores.set('upaj-feed', new Map([['/stored-feed', '{}']]));

describe('the home page', () => {
  it('comes from the server, which sends data with it, without a stored feed', async () => {
    expect(await request('/')).toBe('network /');
  });

  it('comes from the store while a feed is stored', async () => {
    storeFeed();
    expect(await request('/')).toBe('network /index.html');
    expect(network).not.toHaveBeenCalled();
  });

  it('opens offline without a stored feed', async () => {
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await request('/')).toBe('network /index.html');
  });

  it('is the only one: other screens and filtered lists come from the server', async () => {
    storeFeed();
    for (const path of ['/Crops', '/?state=Goa'])
      expect(await request(path)).toBe(`network ${new URL(path, origin).pathname}`);
    expect(await request('/api/v1/users/profile')).toBeUndefined();
  });
});

it('opens the app at every address offline, instead of the browser’s error page', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'));
  for (const path of ['/Crops', '/?state=Goa', '/post/1', '/chat/asha', '/no-such-screen'])
    expect(await request(path)).toBe('network /index.html');
});

it('serves the files of its build without the network, and leaves other calls alone', async () => {
  expect(await request('/assets/start-1a2b.js', 'cors')).toBe('network /assets/start-1a2b.js');
  expect(network).not.toHaveBeenCalled();
  for (const path of ['/api/v1/post/feed', '/media/a.webp'])
    expect(await request(path, 'cors')).toBeUndefined();
  expect(await request('/', 'navigate', 'POST')).toBeUndefined();
});

describe('the texts of a language', () => {
  it('are stored when they are first fetched', async () => {
    expect(await request('/assets/ta-1a2b.js', 'cors')).toBe('network /assets/ta-1a2b.js');
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await request('/assets/ta-1a2b.js', 'cors')).toBe('network /assets/ta-1a2b.js');
    await expect(request('/assets/hi-1a2b.js', 'cors')).rejects.toThrow('Failed to fetch');
  });

  it('are stored when the first page fetched them before the worker started', async () => {
    await happen('message', { data: { fetched: ['/assets/hi-1a2b.js', '/media/a.webp'] } });
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await request('/assets/hi-1a2b.js', 'cors')).toBe('network /assets/hi-1a2b.js');
    expect([...(stores.get('upaj-shell-one') ?? new Map()).keys()]).not.toContain('/media/a.webp');
  });
});

it('deletes the stored feed when a log-in with Google or Facebook passes', async () => {
  storeFeed();
  await request('/api/v1/auth/callback/google');
  expect(stores.has('upaj-feed')).toBe(false);
});

it('takes over from an older version and deletes its files', async () => {
  storeFeed();
  await run('two');
  expect([...stores.keys()]).toEqual(['upaj-feed', 'upaj-shell-two']);
});

it.each(['/assets/market-9f9f.js', '/assets/ta-1a2b.js'])(
  'after a file is gone from the server, the next page is the server’s: %s',
  async (file) => {
    storeFeed();
    network.mockResolvedValueOnce(new Response(null, { status: 404 }));
    await request(file, 'cors');
    network.mockResolvedValueOnce(new Response('a newer page'));
    expect(await request('/')).toBe('a newer page');
  },
);

it('does not wait for storage that never responds', async () => {
  storage = new Promise(() => undefined);
  expect(await request('/')).toBe('network /');
  expect(await request('/assets/start-1a2b.js', 'cors')).toBe('network /assets/start-1a2b.js');
  expect(await request('/assets/ta-1a2b.js', 'cors')).toBe('network /assets/ta-1a2b.js');
});

it('waits for slow storage without the network', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'));
  storage = new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await request('/Crops')).toBe('network /index.html');
});
