import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from '#src/platform/db/connection.ts';
import { isMatch, type PostFacts } from './is-match.ts';
import type { Candidate, Match, SavedSearchesStore } from './store.ts';

type Log = Pick<FastifyBaseLogger, 'warn'>;

const batch = 500;
const comparedAtOnce = 5_000;

/** Saves the pairs of new posts and the searches that find them. @returns the searches whose users must be notified */
export async function matchSearches(
  store: SavedSearchesStore,
  posts: readonly PostFacts[],
  trx: Transaction,
  log: Log,
): Promise<{ searchId: string; userId: string }[]> {
  const found: { searchId: string; userId: string }[] = [];
  let after: string | undefined;
  do {
    const candidates: Candidate[] = await store.findCandidates(trx, posts, after, batch);
    found.push(...(await store.addMatches(trx, await findMatches(posts, candidates, log))));
    after = candidates.length === batch ? candidates.at(-1)?.id : undefined;
  } while (after);
  return found;
}

/** Comparing one pair takes about a microsecond. Pauses let requests run in between. */
async function findMatches(
  posts: readonly PostFacts[],
  candidates: readonly Candidate[],
  log: Log,
): Promise<Match[]> {
  const matches: Match[] = [];
  const failures: unknown[] = [];
  const searchesAtOnce = Math.ceil(comparedAtOnce / posts.length);
  for (const [index, { id, userId, filter }] of candidates.entries()) {
    if (index % searchesAtOnce === 0) await setImmediate();
    try {
      const isNewTo = (post: PostFacts) => post.id > id && post.authorId !== userId;
      const found = posts.filter((post) => isNewTo(post) && isMatch(post, filter));
      if (found.length > 0) matches.push({ searchId: id, userId, postIds: found.map((post) => post.id) });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    log.warn({ err: failures[0] }, `${failures.length} saved searches could not be matched`);
  return matches;
}
