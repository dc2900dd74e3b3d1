import { beforeAll, expect, test } from 'vitest';
import { addOldPerson, findCase, report } from '#test/cases.ts';
import { checkModeration } from '#test/check-moderation.ts';
import { addComment, addPerson, addPost, type Person } from '#test/factories.ts';
import { leave } from '#test/former-accounts.ts';
import { appForTests } from '#test/hooks.ts';
import { waitForWaiting } from '#test/locks.ts';
import { addStaff } from '#test/second-factor.ts';

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const oneConnection = { meta: { skippedBecause: 'the embedded database runs one transaction at a time' } };

const app = appForTests();
let moderator: Person;
beforeAll(async () => {
  moderator = await addStaff(app, 'moderator');
});

const removePost = ({ client }: Person, postId: string) =>
  client.call('DELETE /api/v1/post/:postId', { params: { postId } });

test.runIf(isOnPostgres).each(['post', 'comment'] as const)(
  'a report of a %s that is being sent while its author deletes the post, or leaves, is retained',
  oneConnection,
  async (kind) => {
    const { db } = app.database;
    for (const remove of [removePost, leave]) {
      const author = await addPerson(app.url);
      const { _id: postId } = await addPost(author);
      const commenter = await addPerson(app.url);
      const targetId = kind === 'post' ? postId : (await addComment(commenter, postId, 'Pay first'))._id;
      await report(await addOldPerson(app), kind, targetId);
      const { _id: caseId } = await findCase(moderator, kind === 'post' ? author : commenter, kind);
      const { last, removed } = await db.transaction().execute(async (trx) => {
        await trx.selectFrom('cases').select('id').where('id', '=', caseId).forNoKeyUpdate().execute();
        const sent = report(await addOldPerson(app), kind, targetId);
        await waitForWaiting(db, 1);
        const gone = remove(author, postId);
        await waitForWaiting(db, 2);
        return { last: sent, removed: gone };
      });
      await Promise.all([last, removed]);
      expect(await checkModeration(db)).toEqual([]);
      const found = await db
        .selectFrom('retained_reports')
        .select('id')
        .where('case_id', '=', caseId)
        .execute();
      expect(found).toHaveLength(2);
    }
  },
);
