import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { decide, findCase, report, undo, workOn, addOldPerson } from '#test/cases.ts';
import { insertDeal } from '#test/deal-rows.ts';
import {
  addComment,
  addPerson,
  addPost,
  photo,
  scene,
  postFields,
  toForm,
  type Person,
} from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { addStaff } from '#test/second-factor.ts';
import { fileFlags } from './rows.ts';

const casePage = 'GET /api/v1/moderation/cases/:caseId';
const claim = 'POST /api/v1/moderation/cases/:caseId/claim';
const decisions = 'POST /api/v1/moderation/cases/:caseId/decisions';
const undoing = 'POST /api/v1/moderation/decisions/:decisionId/undo';
const refusal = { statusCode: 403, code: 'ANOTHER_MODERATOR' };

const app = appForTests();
let involved: Person;
let other: Person;
let farmer: Person;
let reporter: Person;
beforeAll(async () => {
  involved = await addStaff(app, 'moderator');
  other = await addStaff(app, 'administrator');
  farmer = await addPerson(app.url);
  reporter = await addOldPerson(app);
});

/** Expects that the first moderator neither reads, claims, decides nor undoes the case, and that the other one does. */
async function expectRefused(_id: string): Promise<void> {
  const params = { caseId: _id };
  const body = { action: 'dismiss', reason: 'allowed' };
  for (const failure of [
    await involved.client.fail(casePage, { params }),
    await involved.client.fail(claim, { params }),
    await involved.client.fail(decisions, { params, body }),
  ])
    expect(failure).toMatchObject(refusal);
  const decision = await decide(other, { _id }, 'dismiss', { reason: 'allowed' });
  const undone = { params: { decisionId: decision._id }, body: { reason: 'mistake' } };
  expect(await involved.client.fail(undoing, undone)).toMatchObject(refusal);
  await undo(other, decision._id);
}

async function send(
  from: Person,
  to: Person,
  text = 'Hello',
  images: Blob[] = [],
): Promise<[string, string]> {
  const params = { userId: to.account._id };
  const { newMessage } = await from.client.call('POST /api/v1/messages/send-pictures/:userId', {
    params,
    form: toForm({ text }, { images: images.length > 0 ? images : [await photo()] }),
  });
  return [newMessage._id, newMessage.images[0] ?? ''];
}

async function postWith(person: Person, image: Blob): Promise<string> {
  const form = toForm(postFields(), { images: [image] });
  const { data } = await person.client.call('POST /api/v1/post/create-post', { form });
  await app.services.outbox.deliver();
  return data._id;
}

/** Flags the second person as an account of the first one's device. */
function link(one: Person, second: Person): Promise<string> {
  const data = JSON.stringify({
    details: { rule: 'same-device', accounts: 1 },
    postIds: [],
    userIds: [one.account._id],
  });
  const row = { rule: 'same-device', thing_id: second.account._id, found_in: randomUUID(), weight: 1, data };
  return app.database.db
    .transaction()
    .execute((trx) => fileFlags(trx, { personId: second.account._id, postId: null }, [row]));
}

const involvements: Record<string, () => Promise<string>> = {
  async 'reported the post'() {
    const seller = await addPerson(app.url);
    const { _id: postId } = await addPost(seller);
    await report(reporter, 'post', postId);
    await report(involved, 'post', postId);
    return (await findCase(other, seller, 'post'))._id;
  },
  async 'reported the message that they received'() {
    const [messageId] = await send(farmer, involved);
    await report(involved, 'message', messageId);
    return (await findCase(other, farmer, 'message'))._id;
  },
  async 'wrote a message that a report attached'() {
    const seller = await addPerson(app.url);
    const buyer = await addPerson(app.url);
    const [attached] = await send(seller, buyer);
    await report(buyer, 'user', seller.account._id, { messageIds: [attached] });
    await app.database.db
      .updateTable('messages')
      .set({ receiver_id: involved.account._id })
      .where('id', '=', attached)
      .execute();
    return (await findCase(other, seller, 'user'))._id;
  },
  async 'is the other side of the deal'() {
    const { db } = app.database;
    const buyer = await addPerson(app.url);
    const dealId = await insertDeal(db, { seller: involved, buyer }, { status: 'agreed' });
    await db
      .insertInto('reports')
      .values({
        id: randomUUID(),
        kind: 'deal',
        deal_id: dealId,
        reporter_id: involved.account._id,
        reason: 'problem',
        weight: 1,
      })
      .execute();
    return (await findCase(other, buyer, 'deal'))._id;
  },
  async 'wrote the post under which the comment is'() {
    const author = await addPerson(app.url);
    const { _id: postId } = await addPost(involved);
    const { _id: commentId } = await addComment(author, postId, 'Do not buy here');
    await report(reporter, 'comment', commentId);
    return (await findCase(other, author, 'comment'))._id;
  },
  async 'wrote the post that was copied'() {
    const [thief, image] = [await addPerson(app.url), await scene()];
    await postWith(involved, image);
    await postWith(thief, image);
    return (await findCase(other, thief, 'post'))._id;
  },
  async 'has an account that a flag links with the reporter'() {
    const [seller, second] = [await addPerson(app.url), await addOldPerson(app)];
    await link(involved, second);
    await report(second, 'user', seller.account._id);
    return (await findCase(other, seller, 'user'))._id;
  },
  async 'has an account that a flag links with the person'() {
    const second = await addPerson(app.url);
    return link(involved, second);
  },
};

test.each(Object.entries(involvements))('who %s has no part in the decision', async (_, make) => {
  await expectRefused(await make());
});

test('who reported a post has no part in the decision after its author deleted it either', async () => {
  const seller = await addPerson(app.url);
  const { _id: postId } = await addPost(seller);
  await report(involved, 'post', postId);
  const { _id: caseId } = await findCase(other, seller, 'post');
  await seller.client.call('DELETE /api/v1/post/:postId', { params: { postId } });
  const params = { caseId };
  const body = { action: 'dismiss', reason: 'allowed' };
  for (const failure of [
    await involved.client.fail(casePage, { params }),
    await involved.client.fail(claim, { params }),
    await involved.client.fail(decisions, { params, body }),
  ])
    expect(failure).toMatchObject(refusal);
  await decide(other, { _id: caseId }, 'dismiss', { reason: 'allowed' });
});

test('who reported the thing does not decide the appeal either, nor does who decided', async () => {
  const third = await addStaff(app, 'administrator');
  const seller = await addPerson(app.url);
  await report(involved, 'user', seller.account._id);
  const decision = await decide(other, await findCase(other, seller, 'user'), 'warn');
  await seller.client.call('POST /api/v1/appeals', { body: { decisionId: decision._id, text: 'Why?' } });
  const { _id: caseId } = await findCase(third, seller, 'appeal');
  const body = { action: 'dismiss', reason: 'fraud', text: 'No' };
  for (const { client } of [involved, other]) {
    expect(await client.fail(claim, { params: { caseId } })).toMatchObject(refusal);
    expect(await client.fail(decisions, { params: { caseId }, body })).toMatchObject(refusal);
    const undone = { params: { decisionId: decision._id }, body: { reason: 'mistake', text: 'x' } };
    expect(await client.fail(undoing, undone)).toMatchObject(refusal);
  }
  await undo(third, decision._id);
});

test('nobody decides about the badge of an account of their own', async () => {
  const second = await addPerson(app.url);
  await link(involved, second);
  for (const person of [second, involved])
    await person.client.call('POST /api/v1/verification', {
      form: toForm({ check: 'farm' }, { photo: [await photo()] }),
    });
  for (const person of [second, involved]) {
    const { _id: caseId } = await findCase(other, person, 'verification');
    const body = { action: 'verify', reason: 'proven' };
    expect((await involved.client.fail(decisions, { params: { caseId }, body })).code).toMatch(
      person === second ? 'ANOTHER_MODERATOR' : 'NOT_YOURSELF',
    );
    expect(await involved.client.fail(claim, { params: { caseId } })).toMatchObject(refusal);
  }
});

describe('evidence', () => {
  const statusOf = async (person: Person, path: string) => (await person.client.fetch(path)).status;

  async function addChatCase() {
    const seller = await addPerson(app.url);
    const [messageId, picture] = await send(seller, reporter, 'My secret');
    await report(reporter, 'message', messageId);
    return { seller, picture, found: await findCase(other, seller, 'message') };
  }

  const read = async (person: Person, caseId: string) => {
    const { data } = await person.client.call(casePage, { params: { caseId } });
    return [data.messages.length, data.hidesEvidence];
  };

  test('of a chat is open from the claim to the decision, and to the one who claimed', async () => {
    const { picture, found } = await addChatCase();
    expect([await read(other, found._id), await statusOf(other, picture)]).toEqual([[0, true], 404]);
    await workOn(other, found);
    expect([await read(other, found._id), await statusOf(other, picture)]).toEqual([[1, false], 200]);
    expect([await read(involved, found._id), await statusOf(involved, picture)]).toEqual([[0, true], 404]);
    await decide(other, found, 'warn');
    expect([await read(other, found._id), await statusOf(other, picture)]).toEqual([[0, true], 404]);
  });

  test('closes when the claim runs out', async () => {
    const { picture, found } = await addChatCase();
    await workOn(other, found);
    await app.database.db
      .updateTable('cases')
      .set({ claimed_until: new Date(Date.now() - 1) })
      .where('id', '=', found._id)
      .execute();
    expect([await read(other, found._id), await statusOf(other, picture)]).toEqual([[0, true], 404]);
  });

  test('opens again to the one who works on the appeal', async () => {
    const { seller, picture, found } = await addChatCase();
    const { _id: decisionId } = await decide(involved, found, 'warn');
    await seller.client.call('POST /api/v1/appeals', { body: { decisionId, text: 'Why?' } });
    await workOn(other, await findCase(other, seller, 'appeal'));
    expect([await read(other, found._id), await statusOf(other, picture)]).toEqual([[1, false], 200]);
    await undo(other, decisionId);
    expect([await read(other, found._id), await statusOf(other, picture)]).toEqual([[0, true], 404]);
  });
});
