import { readFileSync } from 'node:fs';
import type { PushPayload } from '@upaj/contract/notify/notifications';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const code = readFileSync(new URL('../../../worker/push.js', import.meta.url), 'utf8');
const payload = {
  en: { title: 'Wheat: ₹2,650 per quintal', body: 'Khanna' },
  hi: { title: 'गेहूं: ₹2,650 प्रति क्विंटल', body: 'खन्ना' },
  url: '/Market/rates/7',
} satisfies PushPayload;

type Listener = (event: object) => void;
let listeners: Map<string, Listener>;
let language: string;
let kept: string | undefined;
let windows: object[];
const shown: {
  title: string;
  options: { body?: string; lang: string; tag: string; data: { path: string } };
}[] = [];
const opened: string[] = [];

beforeEach(() => {
  listeners = new Map();
  language = 'en-IN';
  kept = undefined;
  windows = [];
  shown.length = 0;
  opened.length = 0;
  const worker = {
    location: { origin: 'https://upaj.example' },
    navigator: {
      get language() {
        return language;
      },
    },
    registration: {
      showNotification: async (title: string, options: (typeof shown)[number]['options']) =>
        void shown.push({ title, options }),
    },
    clients: {
      matchAll: async () => windows,
      openWindow: async (path: string) => void opened.push(path),
      claim: async () => {},
    },
    skipWaiting: async () => {},
    addEventListener: (name: string, listener: Listener) => void listeners.set(name, listener),
  };
  const caches = { match: async () => (kept === undefined ? undefined : new Response(kept)) };
  // Old phones have no URL.canParse.
  class OldURL extends URL {}
  Object.assign(OldURL, { canParse: undefined });
  new Function('self', 'caches', 'URL', code)(worker, caches, OldURL);
});

async function happen(name: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  await Promise.all(work);
}
const push = (data: unknown) => happen('push', { data: { json: () => data } });

describe('a push message', () => {
  it.each([
    ['en', 'hi-IN', payload.en],
    ['hi', 'en-IN', payload.hi],
    [undefined, 'hi-IN', payload.hi],
    [undefined, 'en-US', payload.en],
    [undefined, 'ta-IN', payload.en],
  ])('is shown in the language of the app (%s), else of the browser (%s)', async (locale, browser, text) => {
    kept = locale;
    language = browser;
    await push(payload);
    expect(shown).toEqual([
      {
        title: text.title,
        options: {
          body: text.body,
          lang: text === payload.hi ? 'hi' : 'en',
          tag: payload.url,
          data: { path: payload.url },
        },
      },
    ]);
  });

  it.each([
    ['en', payload.hi],
    ['hi', payload.hi],
    [undefined, payload.hi],
  ])('in the account’s language is shown as it is where the app is in %s', async (locale, text) => {
    kept = locale;
    await push({ lang: 'hi', en: text, url: payload.url } satisfies PushPayload);
    expect(shown).toMatchObject([{ title: text.title, options: { body: text.body, lang: 'hi' } }]);
  });

  it.each([
    ['no JSON', undefined],
    ['nothing', null],
    ['another shape', {}],
  ])('shows something even when it got %s', async (_, data) => {
    if (data === undefined) {
      const json = () => {
        throw new SyntaxError('no JSON');
      };
      await happen('push', { data: { json } });
    } else await happen('push', { data: data && { json: () => data } });
    expect(shown.map(({ title, options }) => [title, options.data.path])).toEqual([
      ['Upaj उपज', '/notifications'],
    ]);
  });

  it.each([
    ['/Market?x=1', '/Market?x=1'],
    ['/post/p1#comments', '/post/p1#comments'],
    ['https://upaj.example/Market', '/Market'],
    ['//evil.example/a', '/notifications'],
    ['https://evil.example/a', '/notifications'],
    ['javascript:alert(1)', '/notifications'],
    ['/\\evil.example', '/notifications'],
    ['https://[', '/notifications'],
    [undefined, '/notifications'],
    ['', '/notifications'],
  ])('links from %s to %s', async (url, path) => {
    await push({ ...payload, url });
    expect(shown[0]?.options.data.path).toBe(path);
  });
});

describe('pressing it', () => {
  const close = vi.fn<() => void>();
  const press = (data: unknown) => happen('notificationclick', { notification: { close, data } });

  it('opens the app when it is not open', async () => {
    await press({ path: '/Market/rates/7' });
    expect(opened).toEqual(['/Market/rates/7']);
    expect(close).toHaveBeenCalled();
  });

  function addWindow({ isResponding = true, isVisible = true, isControlled = true } = {}): unknown[] {
    const notified: unknown[] = [];
    windows.push({
      visibilityState: isVisible ? 'visible' : 'hidden',
      postMessage: (message: unknown, [port]: [MessagePort]) => {
        notified.push(message);
        if (isResponding) port.postMessage(true);
      },
      focus: async () => void notified.push('focus'),
      navigate: async (path: string) => {
        if (!isControlled) throw new TypeError('This client is controlled by no worker');
        notified.push(path);
      },
    });
    return notified;
  }

  it('focuses the open window and lets it navigate', async () => {
    const notified = addWindow();
    await press({ path: '/Market/rates/7' });
    expect([notified, opened]).toEqual([[{ open: '/Market/rates/7' }, 'focus'], []]);
  });

  it('prefers a visible window', async () => {
    const hidden = addWindow({ isVisible: false });
    const seen = addWindow();
    await press({ path: '/Market/rates/7' });
    expect([hidden, seen]).toEqual([[], [{ open: '/Market/rates/7' }, 'focus']]);
  });

  it('loads the page when no window replies, as when logged out', async () => {
    const notified = addWindow({ isResponding: false });
    await press({ path: '/Market/rates/7' });
    expect([notified, opened]).toEqual([[{ open: '/Market/rates/7' }, 'focus', '/Market/rates/7'], []]);
  });

  it('opens another window when the first cannot navigate', async () => {
    addWindow({ isResponding: false, isControlled: false });
    await press({ path: '/Market/rates/7' });
    expect(opened).toEqual(['/Market/rates/7']);
  });

  it('opens the list without a path', async () => {
    await press(null);
    expect(opened).toEqual(['/notifications']);
  });
});
