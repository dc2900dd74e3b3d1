import { exportPath } from '@upaj/contract/people/account';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { decide, findCase, undo, workOn } from '#test/cases.ts';
import { storedFiles } from '#test/app.ts';
import { addPerson, addPost, photo, toForm, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { addStaff, endTwelveHours } from '#test/second-factor.ts';

const ask = 'POST /api/v1/verification';
const own = 'GET /api/v1/verification';
const withdraw = 'DELETE /api/v1/verification';
const casePage = 'GET /api/v1/moderation/cases/:caseId';
const day = 24 * 60 * 60_000;

const app = appForTests();
let moderator: Person;
let other: Person;
beforeAll(async () => {
  moderator = await addStaff(app, 'moderator');
  other = await addPerson(app.url);
});

const formOf = async (fields: Record<string, string>) =>
  toForm(fields, { photo: [await photo({ hasGps: true })] });

async function askFor(person: Person, fields: Record<string, string> = { check: 'farm' }) {
  return (await person.client.call(ask, { form: await formOf(fields) })).data;
}

async function findPhoto(person: Person): Promise<string> {
  const { photo: url } = await app.database.db
    .selectFrom('verification_requests')
    .select('photo')
    .where('user_id', '=', person.account._id)
    .executeTakeFirstOrThrow();
  return url ?? '';
}

function lapse(): Promise<void> | undefined {
  const job = app.jobs.find(({ name }) => name === 'lapse-verifications');
  return job?.run(new AbortController().signal);
}

const load = ({ client }: Person, path: string) =>
  fetch(app.url + path, { headers: { cookie: client.cookieHeader } });

const photoOf = (caseId: string) => `/api/v1/moderation/cases/${caseId}/photo`;
const status = async (person: Person, path: string) => (await load(person, path)).status;

async function isStored(url: string): Promise<boolean> {
  await app.services.media.sweep(-1_000);
  return (await storedFiles(app)).some((file) => url.endsWith(file));
}

async function badgeOf(person: Person) {
  const params = { username: person.account.username };
  const { data } = await other.client.call('GET /api/v1/users/user/:username', { params });
  return [data.isVerified, data.verifiedFor];
}

test('a request travels from the member to the badge, which says what was checked', async () => {
  const person = await addPerson(app.url);
  const { _id: postId } = await addPost(person);
  const asked = await askFor(person);
  expect(asked).toMatchObject({ isVerified: false, open: { check: 'farm' }, left: 2 });
  const found = await findCase(moderator, person, 'verification');
  const page = await workOn(moderator, found);
  expect(page.verification).toEqual({ check: 'farm', gstNumber: null });
  const decision = await decide(moderator, found, 'verify', { reason: 'proven', text: '' });
  expect(await badgeOf(person)).toEqual([true, ['farm']]);
  const { data: post } = await other.client.call('GET /api/v1/post/:postId', { params: { postId } });
  expect(post.author).toMatchObject({ isVerified: true, verifiedFor: ['farm'] });
  expect((await person.client.call(own)).data).toMatchObject({ open: null, left: 2, verifiedFor: ['farm'] });
  await undo(moderator, decision._id);
  expect(await badgeOf(person)).toEqual([false, []]);
});

test('a further check is added to the badge, and refusing it takes nothing away', async () => {
  const person = await addPerson(app.url);
  await askFor(person);
  await decide(moderator, await findCase(moderator, person, 'verification'), 'verify');
  await askFor(person, { check: 'gst', gstNumber: '27 aapfu0939f 1zv' });
  const found = await findCase(moderator, person, 'verification');
  const page = await workOn(moderator, found);
  expect(page.verification).toEqual({ check: 'gst', gstNumber: '27AAPFU0939F1ZV' });
  await decide(moderator, found, 'verify');
  expect(await badgeOf(person)).toEqual([true, ['farm', 'gst']]);
  await askFor(person, { check: 'document' });
  await decide(moderator, await findCase(moderator, person, 'verification'), 'refuse');
  expect(await badgeOf(person)).toEqual([true, ['farm', 'gst']]);
});

test.each([
  [{ check: 'gst' }, 'gstNumber'],
  [{ check: 'gst', gstNumber: '27AAPFU0939F1ZW' }, 'gstNumber'],
  [{ check: 'passport' }, 'check'],
  [{}, 'check'],
])('%j is refused', async (fields, field) => {
  const failure = await other.client.fail(ask, { form: await formOf(fields as Record<string, string>) });
  expect(failure).toMatchObject({ statusCode: 422, errors: [{ field }] });
});

test('a request needs a photo', async () => {
  expect(await other.client.fail(ask, { form: toForm({ check: 'farm' }) })).toMatchObject({
    statusCode: 422,
    errors: [{ field: 'photo' }],
  });
  const form = toForm({ check: 'farm' }, { photo: [new Blob(['no photo'])] });
  expect(await other.client.fail(ask, { form })).toMatchObject({ errors: [{ field: 'photo' }] });
  expect((await other.client.call(own)).data).toMatchObject({ open: null, left: 3 });
});

test('one request is open at a time, and three are possible in 30 days', async () => {
  const person = await addPerson(app.url);
  const forms = await Promise.all([1, 2, 3].map(() => formOf({ check: 'farm' })));
  const sent = await Promise.all(forms.map((form) => person.client.send(ask, { form })));
  expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  for (const left of [1, 0]) {
    await person.client.call(withdraw);
    expect((await askFor(person)).left).toBe(left);
  }
  await person.client.call(withdraw);
  expect(await person.client.fail(ask, { form: await formOf({ check: 'farm' }) })).toMatchObject({
    code: 'TOO_MANY_VERIFICATIONS',
  });
  await app.database.db
    .updateTable('cases')
    .set({ opened_at: new Date(Date.now() - 31 * day) })
    .where('person_id', '=', person.account._id)
    .execute();
  expect((await askFor(person)).left).toBe(2);
});

test('only the moderator who works on it, with a fresh code, sees the photo, without metadata, and each look is recorded', async () => {
  const person = await addPerson(app.url);
  await askFor(person, { check: 'document' });
  const { _id: caseId } = await findCase(moderator, person, 'verification');
  const file = await findPhoto(person);
  const administrator = await addStaff(app, 'administrator');
  const stale = await addStaff(app, 'moderator');
  await endTwelveHours(app, stale);
  expect(await status(person, photoOf(caseId))).toBe(404);
  expect(await status(other, photoOf(caseId))).toBe(404);
  expect(await status(stale, photoOf(caseId))).toBe(403);
  for (const one of [moderator, stale, other]) expect(await status(one, file)).toBe(404);
  expect(await status(person, file)).toBe(200);
  const looks = () =>
    app.database.db
      .selectFrom('audit')
      .select(['actor_id', 'person_id', 'target'])
      .where('case_id', '=', caseId)
      .where('action', '=', 'look')
      .orderBy('at')
      .execute();
  expect(await looks()).toEqual([]);
  await moderator.client.call(casePage, { params: { caseId } });
  expect([await status(moderator, photoOf(caseId)), await looks()]).toEqual([404, []]);
  await workOn(moderator, { _id: caseId });
  const response = await load(moderator, photoOf(caseId));
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  const { format, exif } = await sharp(await response.arrayBuffer()).metadata();
  expect([format, exif]).toEqual(['webp', undefined]);
  expect(await status(administrator, photoOf(caseId))).toBe(404);
  const about = { person_id: person.account._id };
  expect(await looks()).toEqual([
    { ...about, actor_id: moderator.account._id, target: 'verification' },
    { ...about, actor_id: moderator.account._id, target: 'verification photo' },
  ]);
  // A moderator who has looked at the case still opens the photo only by the address of the case, which records each
  // look.
  expect(await status(moderator, file)).toBe(404);
});

test.each(['verify', 'refuse', 'ask-change', 'warn', 'suspend'])(
  'after the decision %s the photo is deleted',
  async (action) => {
    const person = await addPerson(app.url);
    await askFor(person);
    const url = await findPhoto(person);
    expect(await isStored(url)).toBe(true);
    const found = await findCase(moderator, person, 'verification');
    await decide(moderator, found, action);
    expect(await isStored(url)).toBe(false);
    expect(await status(moderator, photoOf(found._id))).toBe(404);
    const page = (await moderator.client.call(casePage, { params: { caseId: found._id } })).data;
    expect(page.verification).toBeNull();
  },
);

test('a request cannot be dismissed: the person would not hear of it', async () => {
  const person = await addPerson(app.url);
  await askFor(person);
  const { _id: caseId } = await findCase(moderator, person, 'verification');
  const failure = await moderator.client.fail('POST /api/v1/moderation/cases/:caseId/decisions', {
    params: { caseId },
    body: { action: 'dismiss', reason: 'other' },
  });
  expect(failure).toMatchObject({ statusCode: 422, errors: [{ field: 'action' }] });
});

test('withdrawing, lapsing and deleting the account delete the photo', async () => {
  const withdrawn = await addPerson(app.url);
  await askFor(withdrawn);
  const photos = [await findPhoto(withdrawn)];
  await withdrawn.client.call(withdraw);
  // Withdrawing again changes nothing.
  expect((await withdrawn.client.call(withdraw)).data).toMatchObject({ open: null, left: 2 });

  const waiting = await addPerson(app.url);
  await askFor(waiting);
  photos.push(await findPhoto(waiting));
  const age = (days: number) =>
    app.database.db
      .updateTable('verification_requests')
      .set({ created_at: new Date(Date.now() - days * day) })
      .where('user_id', '=', waiting.account._id)
      .execute();
  await age(29);
  await lapse();
  expect((await waiting.client.call(own)).data.open).not.toBeNull();
  await age(31);
  await lapse();
  expect((await waiting.client.call(own)).data.open).toBeNull();

  const leaving = await addPerson(app.url);
  await askFor(leaving);
  photos.push(await findPhoto(leaving));
  await leaving.client.call('DELETE /api/v1/users/account', {
    body: { confirmation: leaving.account.username, password: 'harvest-2026' },
  });
  for (const url of photos) expect(await isStored(url)).toBe(false);
  expect(
    (await moderator.client.call('GET /api/v1/moderation/cases', { query: { kind: 'verification' } })).data,
  ).not.toContainEqual(
    expect.objectContaining({ person: expect.objectContaining({ _id: waiting.account._id }) }),
  );
});

test('the own export has the photo while it exists; those of others and of moderators do not', async () => {
  const person = await addPerson(app.url);
  await askFor(person);
  const name = (await findPhoto(person)).split('/').at(-1) ?? '';
  const { _id: caseId } = await findCase(moderator, person, 'verification');
  await workOn(moderator, { _id: caseId });
  expect(await status(moderator, photoOf(caseId))).toBe(200);
  const hasPhoto = async (one: Person) =>
    Buffer.from(await (await load(one, exportPath)).arrayBuffer()).includes(`photos/${name}`);
  expect(await hasPhoto(person)).toBe(true);
  expect(await hasPhoto(moderator)).toBe(false);
  expect(await hasPhoto(other)).toBe(false);
});
