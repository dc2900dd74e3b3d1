import type { FastifyBaseLogger } from 'fastify';
import { inBackground } from '#src/platform/db/time-limits.ts';
import type { PostFacts } from '#src/trade/saved-searches/is-match.ts';
import type { NewPostsStore } from './store.ts';

/** Gets a post several times, so it must record what it has done. An edit may change the post in between. */
export type NewPostMatcher = (posts: readonly PostFacts[]) => Promise<void>;

export interface NewPosts {
  /** Within 20 s, with other posts. Costs the post's transaction nothing. */
  matchSoon(): void;
  /** Those since the last run without failures, in any process. One run at a time; calls during one share the next. */
  match(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const every = 20_000;
const batch = 500;
const minute = 60_000;
/** A post's id is made before its pictures are processed, by a clock that may differ: it may be stored this much later. */
const overlap = 20 * minute;
/** Matchers pass over what is locked. */
const repeated = 2 * minute;
/** A matcher may have failed for days. */
const oldest = 24 * 60 * minute;

export function newPostsService(
  store: NewPostsStore,
  matchers: readonly NewPostMatcher[],
  log: Pick<FastifyBaseLogger, 'warn'>,
): NewPosts {
  let timer: NodeJS.Timeout | undefined;
  let matching: Promise<void> | undefined;
  let running = Promise.resolve();
  let waiting: Promise<void> | undefined;
  /** Of the overlap, by this process. */
  const matched = new Set<string>();

  async function run(signal?: AbortSignal): Promise<void> {
    const began = Date.now();
    const lastStart = (await store.findLastStart())?.getTime() ?? began;
    const first = firstIdAt(Math.max(began - oldest, lastStart - overlap));
    let after: string | undefined = first;
    while (after) {
      signal?.throwIfAborted();
      const found: PostFacts[] = await store.findAfter(after, batch);
      const posts = found.filter(({ id }) => !matched.has(id));
      // One that fails does not stop the others; all are repeated.
      const results = await Promise.allSettled(posts.length > 0 ? matchers.map((one) => one(posts)) : []);
      for (const result of results) if (result.status === 'rejected') throw result.reason;
      for (const { id } of posts) if (id < firstIdAt(began - repeated)) matched.add(id);
      after = found.length === batch ? found.at(-1)?.id : undefined;
    }
    for (const id of matched) if (id < first) matched.delete(id);
    await store.saveRun(new Date(began));
  }

  function match(signal?: AbortSignal): Promise<void> {
    waiting ??= running.then(() => {
      waiting = undefined;
      const now = run(signal);
      running = now.catch(() => {});
      return now;
    });
    return waiting;
  }

  return {
    match,

    matchSoon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        matching = inBackground(() => match()).catch((error: unknown) =>
          log.warn({ err: error }, 'new posts were not matched yet'),
        );
      }, every).unref();
    },

    async close() {
      clearTimeout(timer);
      await matching;
    },
  };
}

/** Of the UUIDv7s of this millisecond. */
function firstIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
