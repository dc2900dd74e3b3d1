import type { FastifyBaseLogger } from 'fastify';
import { inBackground } from '#src/platform/db/time-limits.ts';
import { localEvent } from '#src/platform/local-event.ts';
import type { LikesStore } from './store.ts';

const every = 60_000;
const batch = 2_000;
const leastId = '00000000-0000-0000-0000-000000000000';

interface PopularityDeps {
  store: Pick<LikesStore, 'refreshPopularity' | 'findAfter'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Keeps the popularity that posts are ordered by: their likes of a minute ago, so that a like itself changes no index.
 */
export function popularityService({ store, log }: PopularityDeps) {
  const changed = localEvent();
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      refresh().catch((error: unknown) => log.warn({ err: error }, 'popularity was not refreshed'));
    }, every).unref();
  }

  async function refresh(): Promise<void> {
    const postIds = [...waiting].slice(0, batch);
    for (const postId of postIds) waiting.delete(postId);
    if (waiting.size > 0) schedule();
    if (postIds.length === 0) return;
    try {
      if (await inBackground(() => store.refreshPopularity(postIds))) changed.emit();
    } catch (error) {
      for (const postId of postIds) waiting.add(postId);
      schedule();
      throw error;
    }
  }

  return {
    changed,
    /** Refreshes at once the posts that this process reported. */
    refresh,

    /** Refreshes the post within a minute, together with others. */
    refreshSoon(postId: string): void {
      waiting.add(postId);
      schedule();
    },

    /** Finds posts whose change was not reported, for example after a crash. */
    async refreshAll(signal: AbortSignal): Promise<void> {
      let hasChanged = false;
      let after: string | undefined = leastId;
      while (after !== undefined && !signal.aborted) {
        const posts: { id: string; isOld: boolean }[] = await store.findAfter(after, batch);
        const old = posts.filter(({ isOld }) => isOld).map(({ id }) => id);
        if (old.length > 0 && (await store.refreshPopularity(old))) hasChanged = true;
        after = posts.at(-1)?.id;
      }
      if (hasChanged) changed.emit();
    },

    close(): void {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}

export type Popularity = ReturnType<typeof popularityService>;
