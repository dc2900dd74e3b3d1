import type { ProfileEdit } from '@upaj/contract/people/profiles';
import { beforeAll, expect, test } from 'vitest';
import { decide, findCase, operate, undo } from '#test/cases.ts';
import { addPerson, addPost, photo, toForm, type Person } from '#test/factories.ts';
import { makeOffer } from '#test/offer-calls.ts';
import { appForTests } from '#test/hooks.ts';
import { addStaff } from '#test/second-factor.ts';

const edit = 'PATCH /api/v1/users/profile';
const profile = 'GET /api/v1/users/user/:username';
const casePage = 'GET /api/v1/moderation/cases/:caseId';

const app = appForTests();
let moderator: Person;
let viewer: Person;
beforeAll(async () => {
  moderator = await addStaff(app, 'moderator');
  viewer = await addPerson(app.url, { userType: 'merchant', fullName: 'Anita Deshmukh' });
});

const deliver = () => app.services.outbox.deliver();
const shown = async ({ account: { username } }: Person) =>
  (await viewer.client.call(profile, { params: { username } })).data;

function formOf(changes: Partial<ProfileEdit> & { phone?: string; firm?: string } = {}): ProfileEdit {
  const { phone = '9876543210', firm = '', ...others } = changes;
  return {
    fullName: 'Harpal Gill',
    majorProduct: '',
    bio: '',
    contactInfo: { phone, whatsapp: '' },
    businessDetails: { businessName: firm, specialization: '', experience: '' },
    ...others,
  };
}

async function addVerified(fullName = 'Harpal Gill'): Promise<Person> {
  const person = await addPerson(app.url, { fullName });
  await person.client.call('POST /api/v1/verification', {
    form: toForm({ check: 'farm' }, { photo: [await photo()] }),
  });
  await decide(moderator, await findCase(moderator, person, 'verification'), 'verify');
  await deliver();
  return person;
}

const changePhoto = async ({ client }: Person) =>
  client.call('PATCH /api/v1/users/avatar', { form: toForm({}, { avatar: [await photo()] }) });

test.each([
  ['name', formOf({ fullName: 'Balwant Sidhu' })],
  ['firm', formOf({ firm: 'Sidhu Traders' })],
  ['phone', formOf({ phone: '9812345678' })],
])('after a change of the %s the badge is in review until a moderator confirms', async (part, form) => {
  const person = await addVerified();
  const { _id: postId } = await addPost(person);
  expect(await shown(person)).toMatchObject({ isVerified: true, badgeReview: null });
  await person.client.call(edit, { body: form });
  const review = { at: expect.any(String) as string, changed: [part] };
  const inReview = { isVerified: false, verifiedFor: ['farm'], badgeReview: review };
  const { data: post } = await viewer.client.call('GET /api/v1/post/:postId', { params: { postId } });
  expect(post.author).toMatchObject(inReview);
  const room = await viewer.client.call('GET /api/v1/messages/:userId', {
    params: { userId: person.account.username },
  });
  expect(room.user).toMatchObject(inReview);
  expect((await makeOffer(viewer, postId)).seller).toMatchObject(inReview);
  expect((await person.client.call('GET /api/v1/verification')).data).toMatchObject({
    isVerified: false,
    badgeReview: review,
  });

  await deliver();
  const found = await findCase(moderator, person, 'user');
  const { data: page } = await moderator.client.call(casePage, { params: { caseId: found._id } });
  expect(page.flags).toMatchObject([{ rule: 'badge-changed', changed: [part] }]);
  expect(page.record).toMatchObject({
    ...inReview,
    verifiedAs: { fullName: 'Harpal Gill', businessName: '' },
  });
  const decision = await decide(moderator, found, 'verify', { reason: 'proven', text: '' });
  expect(await shown(person)).toMatchObject({ isVerified: true, verifiedFor: ['farm'], badgeReview: null });
  await undo(moderator, decision._id);
  expect(await shown(person)).toMatchObject(inReview);
});

test('a request for another check does not prove what was checked before the change', async () => {
  const person = await addVerified();
  await person.client.call(edit, { body: formOf({ fullName: 'Balwant Sidhu' }) });
  await person.client.call('POST /api/v1/verification', {
    form: toForm({ check: 'document' }, { photo: [await photo()] }),
  });
  await decide(moderator, await findCase(moderator, person, 'verification'), 'verify');
  expect(await shown(person)).toMatchObject({ isVerified: true, verifiedFor: ['document'] });
});

test('the same change is shown to moderators again after the badge was given in between', async () => {
  const person = await addVerified();
  const names = ['Balwant Sidhu', 'Harpal Gill', 'Balwant Sidhu'];
  for (const fullName of names) {
    await person.client.call(edit, { body: formOf({ fullName }) });
    await deliver();
    await decide(moderator, await findCase(moderator, person, 'user'), 'verify', { text: '' });
    expect(await shown(person)).toMatchObject({ isVerified: true });
  }
});

test('another photo counts, a first one and none do not', async () => {
  const person = await addVerified();
  await changePhoto(person);
  expect(await shown(person)).toMatchObject({ isVerified: true });
  const withPhoto = await addPerson(app.url, { fullName: 'Kartar Singh' });
  await changePhoto(withPhoto);
  await operate(app.url, 'verify', { person: withPhoto.account.username });
  await changePhoto(withPhoto);
  expect(await shown(withPhoto)).toMatchObject({ isVerified: false, badgeReview: { changed: ['avatar'] } });
});

test('capitals and spaces make no other name, and changing back takes nobody’s decision away', async () => {
  const person = await addVerified();
  await person.client.call(edit, { body: formOf({ fullName: 'HARPAL  Gill', bio: 'New words' }) });
  expect(await shown(person)).toMatchObject({ isVerified: true });
  await person.client.call(edit, { body: formOf({ fullName: 'Balwant Sidhu' }) });
  await person.client.call(edit, { body: formOf() });
  expect(await shown(person)).toMatchObject({ isVerified: false, badgeReview: { changed: ['name'] } });
  await person.client.call(edit, { body: formOf({ phone: '9812345678' }) });
  expect(await shown(person)).toMatchObject({ badgeReview: { changed: ['name', 'phone'] } });
});

test('a moderator can refuse, and undoing that gives no tick to a name that changed meanwhile', async () => {
  const person = await addVerified();
  await person.client.call(edit, { body: formOf({ phone: '9812345678' }) });
  await deliver();
  const refused = await decide(moderator, await findCase(moderator, person, 'user'), 'refuse');
  expect(await shown(person)).toMatchObject({ isVerified: false, verifiedFor: [], badgeReview: null });

  const other = await addVerified();
  await viewer.client.call('POST /api/v1/reports', {
    body: { kind: 'user', targetId: other.account._id, reason: 'fraud' },
  });
  const taken = await decide(moderator, await findCase(moderator, other, 'user'), 'refuse');
  await other.client.call(edit, { body: formOf({ fullName: 'Balwant Sidhu' }) });
  expect(await shown(other)).toMatchObject({ isVerified: false, badgeReview: null });
  await undo(moderator, taken._id);
  expect(await shown(other)).toMatchObject({ isVerified: false, badgeReview: { changed: ['name'] } });
  await undo(moderator, refused._id);
  expect(await shown(person)).toMatchObject({ isVerified: false, badgeReview: { changed: ['phone'] } });
});

test('a badge of the release before, without a record of the name, is reviewed too', async () => {
  const person = await addPerson(app.url, { fullName: 'Harpal Gill' });
  await app.database.db
    .updateTable('users')
    .set({ is_verified: true })
    .where('id', '=', person.account._id)
    .execute();
  await person.client.call(edit, { body: formOf({ fullName: 'Balwant Sidhu' }) });
  expect(await shown(person)).toMatchObject({
    isVerified: false,
    badgeReview: { at: null, changed: ['name'] },
  });
});

test('a change of the phone number notifies its owner and nobody else', async () => {
  const person = await addPerson(app.url);
  await person.client.call(edit, { body: formOf({ fullName: person.account.fullName }) });
  await deliver();
  expect((await person.client.call('GET /api/v1/notifications')).data).toEqual([]);
  await person.client.call(edit, { body: formOf({ phone: '9812345678' }) });
  await deliver();
  const { data: notifications } = await person.client.call('GET /api/v1/notifications');
  expect(notifications).toMatchObject([{ kind: 'phone', data: {} }]);
  expect((await viewer.client.call('GET /api/v1/notifications')).data).not.toContainEqual(
    expect.objectContaining({ kind: 'phone' }),
  );
});

test('an unverified member changes freely', async () => {
  const person = await addPerson(app.url);
  await person.client.call(edit, { body: formOf({ fullName: 'Somebody Else', phone: '9812345678' }) });
  expect(await shown(person)).toMatchObject({ isVerified: false, badgeReview: null });
});

test('who looks like a verified person is marked on profile, posts and chat until that changes', async () => {
  const early = await addPerson(app.url, { fullName: 'Jarnail Dhillon' });
  const verified = await addVerified('Jarnail Dhillon');
  const late = await addPerson(app.url, { fullName: 'JARNAIL DHlLLON' });
  const other = await addPerson(app.url, { fullName: 'Jarnail Dhami' });
  await deliver();
  const marks = () =>
    Promise.all([early, late, verified, other].map(async (one) => (await shown(one)).hasNameOfVerified));
  expect(await marks()).toEqual([true, true, false, false]);
  const { _id: postId } = await addPost(late);
  const { data: post } = await viewer.client.call('GET /api/v1/post/:postId', { params: { postId } });
  expect(post.author.hasNameOfVerified).toBe(true);
  const room = await viewer.client.call('GET /api/v1/messages/:userId', {
    params: { userId: late.account.username },
  });
  expect(room.user.hasNameOfVerified).toBe(true);

  await late.client.call(edit, { body: formOf({ fullName: 'Jarnail Dhaliwal' }) });
  await other.client.call(edit, { body: formOf({ fullName: 'Járnail-Dhillon' }) });
  await deliver();
  expect(await marks()).toEqual([true, false, false, true]);
  await operate(app.url, 'unverify', { person: verified.account.username });
  await deliver();
  expect(await marks()).toEqual([false, false, false, false]);
});

test('names of an earlier release get their keys by the job', async () => {
  const verified = await addVerified('Mohinder Brar');
  const old = await addPerson(app.url, { fullName: 'Mohinder Brar' });
  await deliver();
  const set = { name_key: null, has_name_of_verified: false };
  await app.database.db.updateTable('users').set(set).where('id', '=', old.account._id).execute();
  await app.jobs.find(({ name }) => name === 'add-name-keys')?.run(new AbortController().signal);
  expect(await shown(old)).toMatchObject({ hasNameOfVerified: true });
  expect(await shown(verified)).toMatchObject({ hasNameOfVerified: false });
});

test.each([
  ['fullName', formOf({ fullName: 'Upaj Moderator' }), 'nameReserved'],
  ['fullName', formOf({ fullName: 'Harpal ✅' }), 'nameInvalid'],
  ['businessDetails.businessName', formOf({ firm: 'Upaj Support' }), 'nameReserved'],
])('an edit with such a name is refused at %s', async (field, body, key) => {
  const person = await addPerson(app.url);
  expect(await person.client.fail(edit, { body })).toMatchObject({
    statusCode: 422,
    errors: [{ field, key }],
  });
});

test('registration and an account opened with a provider follow the same rules', async () => {
  const { registration, toForm: form } = await import('#test/factories.ts');
  const { TestClient } = await import('#test/client.ts');
  const client = new TestClient(app.url);
  const fields = registration({ fullName: 'Gurрreet Singh', username: 'upaj.support' });
  expect(await client.fail('POST /api/v1/users/register', { form: form(fields) })).toMatchObject({
    statusCode: 422,
    errors: [
      { field: 'fullName', key: 'nameInvalid' },
      { field: 'username', key: 'nameReserved' },
    ],
  });
  const dots = registration({ username: '....' });
  expect(await client.fail('POST /api/v1/users/register', { form: form(dots) })).toMatchObject({
    errors: [{ field: 'username', key: 'usernameScript' }],
  });
  const person = await addPerson(app.url);
  await app.database.db
    .updateTable('users')
    .set({ is_complete: false })
    .where('id', '=', person.account._id)
    .execute();
  const { fullName, contact, username, userType } = registration({
    fullName: 'Deleted account',
    username: 'admin',
  });
  const body = { fullName, contact, username, userType: userType as 'farmer', majorProduct: '' };
  expect(await person.client.fail('POST /api/v1/users/complete', { body })).toMatchObject({
    errors: [
      { field: 'fullName', key: 'nameReserved' },
      { field: 'username', key: 'nameReserved' },
    ],
  });
});
