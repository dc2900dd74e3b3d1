import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { decide, findCase } from '#test/cases.ts';
import { addPerson, photo, registration, toForm, type Person } from '#test/factories.ts';
import { flagsOf as flagsIn, register as registerIn } from '#test/former-accounts.ts';
import { changeUser } from '#test/rows.ts';
import { addStaff } from '#test/second-factor.ts';

let app: TestApp;
let moderator: Person;
beforeAll(async () => {
  app = await startTestApp();
  moderator = await addStaff(app, 'moderator');
});
afterAll(() => app.close());

const register = (changes: Record<string, string> = {}) => registerIn(app, changes);
const flagsOf = (person: Person) => flagsIn(moderator, person);

let fields: Record<string, string>;
let first: Person;
beforeEach(async () => {
  fields = registration();
  first = await addPerson(app.url, fields);
});

test('a number that two accounts claim locks nobody out: moderators see both, and neither gets a badge until they decide', async () => {
  const later = await register({ adharNo: fields['adharNo'] ?? '' });
  await register({ adharNo: fields['adharNo'] ?? '' });
  expect(await flagsOf(later)).toMatchObject([
    { rule: 'same-aadhaar', accounts: 1, related: [{ username: first.account.username }] },
  ]);
  expect(await flagsOf(first)).toHaveLength(1);
  for (const person of [first, later]) {
    const form = toForm({ check: 'farm' }, { photo: [await photo()] });
    await person.client.call('POST /api/v1/verification', { form });
    const request = await findCase(moderator, person, 'verification');
    const decideOn = (caseId: string, body: object) =>
      moderator.client.send('POST /api/v1/moderation/cases/:caseId/decisions', {
        params: { caseId },
        body,
      });
    const verifying = { action: 'verify', reason: 'proven' };
    expect(await decideOn(request._id, verifying)).toMatchObject({
      status: 409,
      body: { code: 'AADHAAR_DISPUTED' },
    });
    await decide(moderator, await findCase(moderator, person, 'user'), 'dismiss');
    expect((await decideOn(request._id, verifying)).status).toBe(200);
  }
});

test('an account whose document was checked is not flagged', async () => {
  const checked = { is_verified: true, verified_for: ['document'] };
  await changeUser(app.database.db, first.account._id, checked);
  const later = await register({ adharNo: fields['adharNo'] ?? '' });
  expect(await flagsOf(first)).toEqual([]);
  expect(await flagsOf(later)).toMatchObject([{ rule: 'same-aadhaar' }]);
});

test('two claims at the same moment are seen as well', async () => {
  const adharNo = registration()['adharNo'] ?? '';
  const [one, other] = await Promise.all([1, 2].map(() => addPerson(app.url, registration({ adharNo }))));
  await app.services.outbox.deliver();
  expect(await flagsOf(one!)).toMatchObject([{ rule: 'same-aadhaar' }]);
  expect(await flagsOf(other!)).toMatchObject([{ rule: 'same-aadhaar' }]);
});
