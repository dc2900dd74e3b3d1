import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { waitForWaiting } from '#test/locks.ts';
import { insertPosts } from '#test/rows.ts';
import { savedSearchesStore, type SavedSearchesStore } from '#src/trade/saved-searches/store.ts';

describe.runIf(process.env['TEST_DATABASE_URL'])(
  'processes that match and notify at once',
  { meta: { skippedBecause: 'an embedded database has one connection' } },
  () => {
    let app: TestApp;
    let store: SavedSearchesStore;
    let buyer: Person;
    let postIds: string[];
    beforeAll(async () => {
      app = await startTestApp();
      store = savedSearchesStore(app.database.db);
      const { account } = await addPerson(app.url);
      postIds = await insertPosts(app.database.db, account._id, 2);
    });
    afterAll(() => app.close());
    beforeEach(async () => {
      buyer = await addPerson(app.url, { userType: 'merchant' });
    });

    async function saveSearches(count: number): Promise<string[]> {
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const body = { q: `onion ${index}` };
        ids.push((await buyer.client.call('POST /api/v1/saved-searches', { body })).data._id);
      }
      return ids;
    }
    const matchesOf = (searchIds: readonly string[], index: number) =>
      searchIds.map((searchId) => ({ searchId, postId: postIds[index]! }));
    /** Never to be notified of. */
    const findLost = async () =>
      (
        await sql`
          select from saved_search_matches match join saved_searches search on search.id = search_id
          where match.notified_at is null and search.due_at is null`.execute(app.database.db)
      ).rows;

    test('a match that waited for the search to be notified is due again', async () => {
      const { db } = app.database;
      const searchIds = await saveSearches(1);
      await store.addMatches(matchesOf(searchIds, 0));
      let matching: Promise<void> | undefined;
      // As `notifyDue` does it.
      await db.transaction().execute(async (trx) => {
        await sql`
          update saved_search_matches set notified_at = now() where search_id = any(${searchIds}::uuid[])`.execute(
          trx,
        );
        await trx
          .updateTable('saved_searches')
          .set({ due_at: null, notified_at: new Date() })
          .where('id', 'in', searchIds)
          .execute();
        matching = store.addMatches(matchesOf(searchIds, 1));
        await waitForWaiting(db, 1);
      });
      await matching;
      expect(await findLost()).toEqual([]);
    });

    test('no match is lost while searches are notified', async () => {
      const searchIds = await saveSearches(40);
      await store.addMatches(matchesOf(searchIds, 0));
      await Promise.all(
        searchIds.flatMap((searchId) => [store.addMatches(matchesOf([searchId], 1)), store.notifyDue(1)]),
      );
      expect(await findLost()).toEqual([]);
    });
  },
);
