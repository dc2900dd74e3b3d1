import type { FastifyBaseLogger } from 'fastify';
import { inBackground } from '#src/platform/db/time-limits.ts';
import type { PostFacts } from '#src/trade/feed/changes.ts';
import type { NewPostsStore } from './store.ts';

/** Gets a post several times, so it must record what it has done. An edit may change the post in between. */
export type NewPostMatcher = (posts: readonly PostFacts[]) => Promise<void>;

export interface NewPosts {
  /** Within 20 s, with other posts. Costs the post's transaction nothing. */
  matchSoon(): void;
  /** Those since the last run without failures, in any process. */
  match(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const every = 20_000;
const batch = 500;

export function newPostsService(
  store: NewPostsStore,
  matchers: readonly NewPostMatcher[],
  log: Pick<FastifyBaseLogger, 'warn'>,
): NewPosts {
  let timer: NodeJS.Timeout | undefined;
  let matching: Promise<void> | undefined;

  async function match(signal?: AbortSignal): Promise<void> {
    let after: string | undefined = firstIdAt(await store.findStart());
    while (after) {
      signal?.throwIfAborted();
      const posts: PostFacts[] = await store.findAfter(after, batch);
      // One that fails does not stop the others; all are repeated.
      const results = await Promise.allSettled(posts.length > 0 ? matchers.map((one) => one(posts)) : []);
      for (const result of results) if (result.status === 'rejected') throw result.reason;
      after = posts.length === batch ? posts.at(-1)?.id : undefined;
    }
  }

  async function matchAndSave(): Promise<void> {
    await match();
    await store.saveRun();
  }

  return {
    match,

    matchSoon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        matching = inBackground(matchAndSave).catch((error: unknown) =>
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
