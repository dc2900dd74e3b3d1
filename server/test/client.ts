import type { EndpointKey, Endpoints } from '@upaj/contract/endpoints';
import type { Failure } from '@upaj/contract/envelope';
import type * as z from 'zod/mini';
import { rememberSecret, rememberSecretsOf } from './secrets.ts';

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

export interface Received<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** Makes calls over HTTP by their keys in the contract, and keeps cookies like a browser. */
export class TestClient {
  readonly url: string;
  readonly cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Returns the same user at another server. */
  at(url: string): TestClient {
    const client = new TestClient(url);
    for (const [name, value] of this.cookies) client.cookies.set(name, value);
    return client;
  }

  async call<K extends EndpointKey>(
    key: K,
    sent: Sent = {},
  ): Promise<z.core.output<Endpoints[K]['response']>> {
    const { status, body } = await this.send(key, sent);
    if (status >= 400) throw new Error(`${key} answered ${status}: ${JSON.stringify(body)}`);
    return body as never;
  }

  async fail(key: EndpointKey, sent: Sent = {}): Promise<Failure> {
    const { status, body } = await this.send(key, sent);
    if (status < 400) throw new Error(`${key} answered ${status}: ${JSON.stringify(body)}`);
    return body as Failure;
  }

  send(
    key: EndpointKey,
    { params = {}, query = {}, body, form, headers = {} }: Sent = {},
  ): Promise<Received<unknown>> {
    const [method = '', path = ''] = key.split(' ');
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.set(name, String(value));
    const json = body === undefined ? undefined : JSON.stringify(body);
    rememberSecretsOf(body ?? form);
    return this.fetch(`${filled}?${search}`, {
      method,
      headers: { ...(json && { 'content-type': 'application/json' }), ...headers },
      body: form ?? json,
    });
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Received<unknown>> {
    const headers = new Headers(init.headers);
    const { pathname, searchParams } = new URL(path, this.url);
    rememberSecretsOf(searchParams);
    // A `state` is a secret in OAuth, and elsewhere a state of India.
    const isCallback = pathname.startsWith('/api/v1/auth/');
    if (isCallback) for (const name of ['code', 'state']) rememberSecret('code', searchParams.get(name));
    headers.set('cookie', this.cookieHeader);
    const response = await fetch(this.url + path, { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) this.#storeCookie(cookie);
    const text = await response.text();
    const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  #storeCookie(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split('; ');
    const [name = '', value = ''] = pair.split('=', 2);
    if (attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')) this.cookies.delete(name);
    else {
      this.cookies.set(name, value);
      const parts = decodeURIComponent(value).split('.');
      // The cookie starts with a user id, which is not a secret.
      for (const part of name.endsWith('upaj.devices') ? parts.slice(1) : parts)
        rememberSecret('session', part);
    }
  }
}
