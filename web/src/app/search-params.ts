import { redirect } from '@tanstack/react-router';
import type { Filters } from '#trade/feed/filters.ts';

/** Keeps queries plain, such as `?state=Punjab&q=wheat`: the router would quote texts that look like numbers. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Sets unknown parameters to undefined, because the router merges the result with those of the address. */
export function only<Search extends object>(read: (search: Record<string, unknown>) => Search) {
  return (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value);
  }
  const text = params.toString();
  return text && `?${text}`;
}

export function readToken({ token }: Record<string, unknown>): { token?: string } {
  return typeof token === 'string' && token !== '' ? { token } : {};
}

/** Accepts paths of this site only, and refuses addresses such as '//evil.example'. */
export function readNext({ next }: Record<string, unknown>): { next?: string } {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
}

export function readLogin(search: Record<string, unknown>): { next?: string; error?: string } {
  const { error } = search;
  return { ...readNext(search), ...(typeof error === 'string' && { error }) };
}

interface ListSearch {
  tab?: string;
  box?: string;
  status?: string;
}

/** Reads the tabs of deals and offers; the screen checks their values. */
export function readList({ tab, box, status }: ListSearch): ListSearch {
  return { ...(tab && { tab }), ...(box && { box }), ...(status && { status }) };
}

/** Reads which post or wanted post a chat is about. */
export function readAbout({ post, wanted }: Record<string, unknown>): { post?: string; wanted?: string } {
  return { ...(isId(post) && { post }), ...(isId(wanted) && { wanted }) };
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f-]{36}$/i.test(value);
}

/** Redirects old addresses of searches, from the time before the search had its own screen. */
export function toSearch(filters: Filters): void {
  if (filters.q) throw redirect({ to: '/search', search: filters, replace: true });
}
