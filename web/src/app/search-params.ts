/** Plain `?state=Punjab&q=wheat`, without the router's quoting of texts that look like numbers. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/**
 * What a screen reads of its address, and nothing else. The router lays that over the whole address, so everything
 * that was not read is set to undefined.
 */
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

/** What a link from a mail carries. */
export function readToken({ token }: Record<string, unknown>): { token?: string } {
  return typeof token === 'string' && token !== '' ? { token } : {};
}

/** Where to go after the log-in: a path of this app, never another website ('//evil.example'). */
export function readNext({ next }: Record<string, unknown>): { next?: string } {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
}

/** The same, and why a log-in by a provider ended at this screen. */
export function readLogin(search: Record<string, unknown>): { next?: string; error?: string } {
  const { error } = search;
  return { ...readNext(search), ...(typeof error === 'string' && { error }) };
}

/** The id of the post that a conversation is opened about. */
export function readPost({ post }: Record<string, unknown>): { post?: string } {
  return typeof post === 'string' && /^[\da-f-]{36}$/i.test(post) ? { post } : {};
}
