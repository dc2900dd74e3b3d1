import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { appForTests } from './hooks.ts';
import { ageAccounts } from './deal-calls.ts';
import { addPerson, addPost, type Person } from './factories.ts';
import { insertMessages } from './rows.ts';

const crowdSize = 25;
const callsEach = 20;
const atOnce = 2;

const app = appForTests();
let farmer: Person;
let crowd: Person[];
beforeAll(async () => {
  farmer = await addPerson(app.url);
  crowd = await Promise.all(Array.from({ length: crowdSize }, () => addPerson(app.url)));
  await ageAccounts(app.database.db, crowd);
});

/**
 * Sends `callsEach` calls of each person, two at a time, for all people in parallel. Returns the responses by status.
 */
async function rush(call: (person: Person, turn: number) => Promise<{ status: number }>) {
  const responses = await Promise.all(
    crowd.map(async (person) => {
      const own: { status: number }[] = [];
      for (let first = 0; first < callsEach; first += atOnce)
        own.push(
          ...(await Promise.all(Array.from({ length: atOnce }, (_, turn) => call(person, first + turn)))),
        );
      return own;
    }),
  );
  return Object.groupBy(responses.flat(), ({ status }) => status);
}

test('after hundreds of concurrent reviews and deletions the rating matches the rows', async () => {
  const { db } = app.database;
  for (const { account } of crowd) await insertMessages(db, account._id, farmer.account._id);
  const params = { username: farmer.account.username };
  const responses = await rush(({ client }, turn) =>
    turn % 3 === 2
      ? client.send('DELETE /api/v1/reviews/:username', { params })
      : client.send('POST /api/v1/reviews/:username', {
          params,
          body: { rating: 1 + (turn % 5), comment: `Said in turn ${turn}.` },
        }),
  );
  expect(Object.keys(responses).filter((status) => status !== '200' && status !== '404')).toEqual([]);
  expect(responses[200]?.length).toBeGreaterThanOrEqual(crowdSize * 14);
  const person = await db
    .selectFrom('users')
    .select(['rating_sum', 'total_reviews', 'rating'])
    .where('id', '=', farmer.account._id)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('reviews')
    .select('rating')
    .where('person_id', '=', farmer.account._id)
    .execute();
  const sum = rows.reduce((total, { rating }) => total + rating, 0);
  expect(rows.length).toBeGreaterThan(0);
  expect(person).toMatchObject({ rating_sum: sum, total_reviews: rows.length });
  expect(Number(person.rating)).toBeCloseTo(sum / rows.length, 2);
});

test('after hundreds of concurrent likes and unlikes the count matches the rows', async () => {
  const params = { postId: (await addPost(farmer))._id };
  const responses = await rush(({ client }, turn) =>
    client.send(turn % 3 === 2 ? 'DELETE /api/v1/like/unlike/:postId' : 'POST /api/v1/like/like/:postId', {
      params,
    }),
  );
  expect(Object.keys(responses)).toEqual(['200']);
  const { db } = app.database;
  const post = await db
    .selectFrom('post_counts')
    .select('likes')
    .where('post_id', '=', params.postId)
    .executeTakeFirstOrThrow();
  const rows = await db.selectFrom('likes').select('user_id').where('post_id', '=', params.postId).execute();
  expect(post.likes).toBe(rows.length);
});

test('after hundreds of concurrent comments and deletions the count matches the rows', async () => {
  const postId = (await addPost(farmer))._id;
  const { db } = app.database;
  const few = crowd.slice(0, 10);
  const said = await Promise.all(
    few.map(async ({ client }) => {
      const clientIds = Array.from({ length: callsEach }, () => randomUUID());
      const ids: string[] = [];
      for (const [turn, clientId] of clientIds.entries()) {
        const body = { text: `Said in turn ${turn}`, clientId };
        const { data } = await client.call('POST /api/v1/post/:postId/comments', {
          params: { postId },
          body,
        });
        ids.push(data._id);
        const params = { postId, commentId: ids[turn - 1] ?? '' };
        if (turn % 2)
          await Promise.all(
            [client, farmer.client].map((one) =>
              one.send('DELETE /api/v1/post/:postId/comments/:commentId', { params }),
            ),
          );
      }
      return ids.length;
    }),
  );
  expect(said).toEqual(few.map(() => callsEach));
  const { comments: count } = await db
    .selectFrom('post_counts')
    .select('comments')
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  const rows = await db.selectFrom('comments').select('id').where('post_id', '=', postId).execute();
  expect(count).toBe(rows.length);
  expect(count).toBe((few.length * callsEach) / 2);
});
