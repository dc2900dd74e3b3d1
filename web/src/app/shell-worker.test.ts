import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const code = readFileSync(new URL('../../worker/shell.js', import.meta.url), 'utf8');
const origin = 'https://upaj.example';
const files = ['/index.html', '/theme.js', '/assets/start-1a2b.js'];
const addresses = '/offline-files.json';
const lists = {
  screens: ['/assets/market-1a2b.js', '/assets/start-1a2b.js'],
  hi: ['/assets/hi-1a2b.js'],
  ta: ['/assets/ta-1a2b.js'],
};

type Listener = (event: object) => void;
let listeners: Map<string, Listener>;
/** The browser's storage responds after it. */
let storage: Promise<unknown>;
/** Maps the names of the stores to their responses by path. */
let stores: Map<string, Map<string, string>>;
/** Fails when the browser has no room. */
let put: (() => Promise<void>) | undefined;
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
    add: async (file: Request | string) =>
      void store.set(pathOf(file), await (await network(pathOf(file))).text()),
    put: async (request: Request, response: Response) => {
      await put?.();
      store.set(pathOf(request), await response.text());
    },
    delete: async (request: Request | string) => store.delete(pathOf(request)),
    keys: async () => [...store.keys()].map((path) => ({ url: origin + path })),
    match: async (request: string) => respondFrom(store, request),
  };
};
const respondFrom = (store: Map<string, string> | undefined, request: Request | string) => {
  const found = store?.get(pathOf(request));
  return found === undefined ? undefined : new Response(found);
};
const caches = {
  open: async (name: string) => open(name),
  has: async (name: string) => {
    await storage;
    return stores.has(name);
  },
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
  match: async (request: Request | string, { cacheName }: { cacheName: string }) => {
    await storage;
    return respondFrom(stores.get(cacheName), request);
  },
};

async function run(version: string): Promise<void> {
  listeners = new Map();
  const worker = {
    build: { version, files, addresses },
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
  const fetchIt = (request: Request | string) => network(pathOf(request));
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
  referrer = `${origin}/Crops`,
): Promise<string | undefined> {
  const sent = { url: origin + path, mode, method, referrer };
  return (await happen('fetch', { request: sent }))?.text();
}

beforeEach(async () => {
  stores = new Map();
  storage = Promise.resolve();
  put = undefined;
  network.mockReset();
  network.mockImplementation(async (path) => new Response(`network ${path}`));
  await run('one');
  network.mockClear();
});
const storeVisit = () => stores.set('upaj-stored', new Map());
const names = (store: string) => [...(stores.get(store) ?? new Map<string, string>()).keys()];

describe('the home page', () => {
  it('comes from the server, which sends data with it, without a stored visit', async () => {
    expect(await request('/')).toBe('network /');
  });

  it('comes from the store while a visit is stored', async () => {
    storeVisit();
    expect(await request('/')).toBe('network /index.html');
    expect(network).not.toHaveBeenCalled();
  });

  it('opens offline without a stored visit', async () => {
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await request('/')).toBe('network /index.html');
  });

  it('is the only one: other screens and filtered lists come from the server', async () => {
    storeVisit();
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

describe('the files of screens', () => {
  it('are stored when they are first fetched', async () => {
    expect(await request('/assets/ta-1a2b.js', 'cors')).toBe('network /assets/ta-1a2b.js');
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await request('/assets/ta-1a2b.js', 'cors')).toBe('network /assets/ta-1a2b.js');
    await expect(request('/assets/hi-1a2b.js', 'cors')).rejects.toThrow('Failed to fetch');
  });

  it('are stored when the first page fetched them before the worker started', async () => {
    await happen('message', { data: { fetched: ['/assets/hi-1a2b.js', '/media/a-320.webp'] } });
    expect(names('upaj-assets')).toEqual(['/assets/hi-1a2b.js']);
  });

  it('are stored for all screens in one language, and those of earlier versions are deleted', async () => {
    await request('/assets/market-0000.js', 'cors');
    network.mockImplementation(async (path) =>
      path === addresses ? Response.json(lists) : new Response(`network ${path}`),
    );
    await happen('message', { data: { language: 'ta' } });
    expect(names('upaj-assets').sort()).toEqual(['/assets/market-1a2b.js', '/assets/ta-1a2b.js']);
  });
});

describe('small photos', () => {
  const isFull = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
  const photo = '/media/wheat-640.webp';

  it('are stored while a visit is stored, and replace other widths', async () => {
    await request(photo, 'cors');
    expect(names('upaj-photos')).toEqual([]);
    storeVisit();
    await request(photo, 'cors');
    await vi.waitFor(() => expect(names('upaj-photos')).toEqual([photo]));
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    for (const width of [320, 640, 1280])
      expect(await request(`/media/wheat-${width}.webp`, 'cors')).toBe(`network ${photo}`);
    await expect(request('/media/maize-640.webp', 'cors')).rejects.toThrow('Failed to fetch');
  });

  it('are not stored for moderators, and never in full size', async () => {
    storeVisit();
    await request(photo, 'cors', 'GET', `${origin}/moderation`);
    await request('/media/wheat-1280.webp', 'cors');
    expect(names('upaj-photos')).toEqual([]);
  });

  it('are limited in number, the first ones go', async () => {
    storeVisit();
    const older = Array.from({ length: 700 }, (_, index) => [`/media/p${index}-320.webp`, ''] as const);
    stores.set('upaj-photos', new Map(older));
    await request(photo, 'cors');
    await vi.waitFor(() => expect(names('upaj-photos')).toHaveLength(700));
    expect([names('upaj-photos')[0], names('upaj-photos').at(-1)]).toEqual(['/media/p1-320.webp', photo]);
  });

  it('make place for others when the browser has no room', async () => {
    storeVisit();
    stores.set('upaj-photos', new Map(['a', 'b', 'c', 'd'].map((name) => [`/media/${name}-320.webp`, ''])));
    put = isFull;
    expect(await request(photo, 'cors')).toBe(`network ${photo}`);
    await vi.waitFor(() => expect(names('upaj-photos')).toEqual(['/media/c-320.webp', '/media/d-320.webp']));
  });
});

it('does not show a stored visit after a log-in with Google or Facebook', async () => {
  storeVisit();
  await request('/api/v1/auth/callback/google');
  expect(stores.has('upaj-stored')).toBe(false);
});

it('takes over from an older version and deletes its files', async () => {
  storeVisit();
  await run('two');
  expect([...stores.keys()]).toEqual(['upaj-stored', 'upaj-shell-two']);
});

it.each(['/assets/market-9f9f.js', '/assets/ta-1a2b.js'])(
  'after a file is gone from the server, the next page is the server’s: %s',
  async (file) => {
    storeVisit();
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
