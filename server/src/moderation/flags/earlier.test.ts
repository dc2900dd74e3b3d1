import { beforeAll, expect, test } from 'vitest';
import { decide, findCase, undo } from '#test/cases.ts';
import { addPerson, postFields, scene, toForm, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { budget, heldWeight } from '#src/moderation/reports/weights.ts';
import { addStaff } from '#test/second-factor.ts';

const app = appForTests();
let moderator: Person;
beforeAll(async () => {
  moderator = await addStaff(app, 'moderator');
});

const long =
  'Straight from the field of our family, cleaned twice, dry and stored in new jute bags since May.';

async function post(person: Person, image: Blob, changes: Record<string, string> = {}) {
  const form = toForm(postFields({ title: 'Wheat of our field', price: '350', ...changes }), {
    images: [image],
  });
  const { data } = await person.client.call('POST /api/v1/post/create-post', { form });
  await app.services.outbox.deliver();
  return data;
}

async function edit(person: Person, postId: string, changes: Record<string, string>, images: Blob[] = []) {
  const form = toForm(postFields({ title: 'Wheat of our field', price: '350', ...changes }), { images });
  const { data } = await person.client.call('PATCH /api/v1/post/:postId', { params: { postId }, form });
  await app.services.outbox.deliver();
  return data;
}

async function isShown(postId: string): Promise<boolean> {
  const visitor = await addPerson(app.url);
  return (await visitor.client.send('GET /api/v1/post/:postId', { params: { postId } })).status === 200;
}

async function rulesAbout(person: Person): Promise<string[]> {
  const flags = app.database.db
    .selectFrom('flags')
    .innerJoin('cases', 'cases.id', 'flags.case_id')
    .select('rule')
    .where('person_id', '=', person.account._id);
  return (await flags.execute()).map(({ rule }) => rule);
}

/** A thief copies the owner's post, and a moderator hides the copy. */
async function steal(changes: Record<string, string> = {}) {
  const [owner, thief] = [await addPerson(app.url), await addPerson(app.url)];
  const image = await scene();
  const original = await post(owner, image, changes);
  const copy = await post(thief, image, changes);
  const decision = await decide(moderator, await findCase(moderator, thief, 'post'), 'hide', {
    reason: 'copy',
  });
  return { owner, thief, image, original, copy, decision };
}

test('the owner of a copied post edits it after the copy was hidden, and it stays shown without a flag', async () => {
  const { owner, thief, original } = await steal();
  await edit(owner, original._id, { price: '31' });
  expect(await isShown(original._id)).toBe(true);
  expect(await rulesAbout(owner)).toEqual([]);
  expect(await rulesAbout(thief)).toContain('same-photo');
});

test('the owner deletes the post and posts the same again, and it is shown', async () => {
  const { owner, image, original } = await steal();
  await owner.client.call('DELETE /api/v1/post/:postId', { params: { postId: original._id } });
  const { _id: postId } = await post(owner, image);
  expect(await isShown(postId)).toBe(true);
});

test('a third account that posts the same later is still hidden at once, also the thief’s next one', async () => {
  const { thief, image } = await steal();
  for (const person of [await addPerson(app.url), thief]) {
    const { _id: postId } = await post(person, image);
    expect(await isShown(postId)).toBe(false);
  }
});

test('an old post that takes the copied photo and text later is not the original', async () => {
  const [thief, image] = [await addPerson(app.url), await scene()];
  const { _id: old } = await post(thief, await scene(), { title: 'Something else' });
  const [owner, other] = [await addPerson(app.url), await addPerson(app.url)];
  await post(owner, image);
  await post(other, image);
  await decide(moderator, await findCase(moderator, other, 'post'), 'hide', { reason: 'copy' });
  await edit(thief, old, {}, [image]);
  expect(await isShown(old)).toBe(false);
});

test('the flag of the same photo or text names the later posts only', async () => {
  const image = await scene();
  const people = [await addPerson(app.url), await addPerson(app.url), await addPerson(app.url)];
  const posts = [];
  for (const person of people) posts.push(await post(person, image, { description: long, price: '31' }));
  for (const [index, person] of people.entries())
    await edit(person, posts[index]?._id ?? '', { description: long, price: '32' });
  const found = await Promise.all(people.map(rulesAbout));
  expect(found.map((rules) => rules.toSorted())).toEqual([[], ['same-photo'], ['same-photo', 'same-text']]);
});

test('beyond the budget of a day a copy is only put before moderators', async () => {
  const { db } = app.database;
  const { image } = await steal();
  const cases = await db.selectFrom('cases').select('id').limit(budget.aDayAtLeast).execute();
  const ids = cases.map(({ id }) => id);
  await db.updateTable('cases').set({ auto_hidden_at: new Date() }).where('id', 'in', ids).execute();
  const copier = await addPerson(app.url);
  const { _id: postId } = await post(copier, image);
  expect(await isShown(postId)).toBe(true);
  const { _id: caseId, weight } = await findCase(moderator, copier, 'post');
  expect(weight).toBeGreaterThan(heldWeight);
  const call = 'GET /api/v1/moderation/cases/:caseId';
  expect((await moderator.client.call(call, { params: { caseId } })).data.heldFor).toBe('market-budget');
  await db.updateTable('cases').set({ auto_hidden_at: null }).execute();
});

test('who is found to have copied by an undone decision is not evidence for later ones', async () => {
  const { decision, copy, owner, original } = await steal();
  await undo(moderator, decision._id);
  expect(await isShown(copy._id)).toBe(true);
  await edit(owner, original._id, { price: '33' });
  expect(await isShown(original._id)).toBe(true);
});
