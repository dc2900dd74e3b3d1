import { readFileSync } from 'node:fs';
import type { PushPayload } from '@upaj/contract/notifications';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const code = readFileSync(new URL('../../../public/sw.js', import.meta.url), 'utf8');
const payload: PushPayload = {
  en: { title: 'Wheat: ₹2,650 per quintal', body: 'Khanna' },
  hi: { title: 'गेहूं: ₹2,650 प्रति क्विंटल', body: 'खन्ना' },
  url: '/Market/rates/7',
};

type Listener = (event: object) => void;
let listeners: Map<string, Listener>;
let language: string;
let kept: string | undefined;
let windows: { postMessage: (message: unknown) => void; focus: () => void }[];
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
  new Function('self', 'caches', code)(worker, caches);
});

async function happen(name: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  await Promise.all(work);
}
const push = (data: unknown) => happen('push', { data: { json: () => data } });

describe('shows what is pushed', () => {
  it.each([
    ['en', 'hi-IN', payload.en],
    ['hi', 'en-IN', payload.hi],
    [undefined, 'hi-IN', payload.hi],
    [undefined, 'en-US', payload.en],
    [undefined, 'ta-IN', payload.en],
  ])('in the language of the app (%s), else of the browser (%s)', async (locale, browser, text) => {
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
    ['no JSON', undefined],
    ['nothing', null],
    ['another shape', {}],
  ])('and something even when it got %s', async (_, data) => {
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
    ['https://upaj.example/Market', '/Market'],
    ['//evil.example/a', '/notifications'],
    ['https://evil.example/a', '/notifications'],
    ['javascript:alert(1)', '/notifications'],
    ['/\\evil.example', '/notifications'],
    [undefined, '/notifications'],
    ['', '/notifications'],
  ])('and leads from %s to %s', async (url, path) => {
    await push({ ...payload, url });
    expect(shown[0]?.options.data.path).toBe(path);
  });
});

describe('a press on it', () => {
  const close = vi.fn<() => void>();
  const press = (data: unknown) => happen('notificationclick', { notification: { close, data } });

  it('opens the app where it is not open', async () => {
    await press({ path: '/Market/rates/7' });
    expect(opened).toEqual(['/Market/rates/7']);
    expect(close).toHaveBeenCalled();
  });

  it('brings the open window forward and lets it go there by itself', async () => {
    const told: unknown[] = [];
    const focus = vi.fn<() => void>();
    windows = [{ postMessage: (message) => told.push(message), focus }];
    await press({ path: '/Market/rates/7' });
    expect([told, opened]).toEqual([[{ open: '/Market/rates/7' }], []]);
    expect(focus).toHaveBeenCalled();
  });

  it('leads to the list when it does not know better', async () => {
    await press(null);
    expect(opened).toEqual(['/notifications']);
  });
});
