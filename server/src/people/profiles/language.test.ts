import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson } from '#test/factories.ts';
import { isTo, startMailServer, type TestMailServer } from '#test/mail.ts';
import { changeUser } from '#test/rows.ts';

const save = 'PUT /api/v1/users/language';
const currentUser = 'GET /api/v1/users/current-user';

let app: TestApp;
let smtp: TestMailServer;
beforeAll(async () => {
  smtp = await startMailServer();
  app = await startTestApp({ env: { smtpUrl: smtp.url } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

test('a language is saved for the account, and no one else’s', async () => {
  const [person, other] = [await addPerson(app.url), await addPerson(app.url)];
  expect(person.account.language).toBeNull();
  for (const chosen of ['hi', 'en'] as const) {
    const { data } = await person.client.call(save, { body: { language: chosen } });
    expect(data).toEqual({ language: chosen });
    expect((await person.client.call(currentUser)).data.user.language).toBe(chosen);
    expect((await other.client.call(currentUser)).data.user.language).toBeNull();
  }
});

test.each([{}, { language: 'xx' }, { language: null }])('refuses %j', async (body) => {
  const { client } = await addPerson(app.url);
  expect(await client.fail(save, { body })).toMatchObject({
    code: 'INVALID_INPUT',
    errors: [{ field: 'language', key: 'invalid' }],
  });
});

test('a stored language that is not offered is none', async () => {
  const person = await addPerson(app.url);
  await changeUser(app.database.db, person.account._id, { language: 'xx' });
  expect((await person.client.call(currentUser)).data.user.language).toBeNull();
  const invalid = changeUser(app.database.db, person.account._id, { language: 'Hindi' });
  await expect(invalid).rejects.toThrow('users_language_check');
});

test('links come in the account’s language, from the first email on', async () => {
  const { account, client } = await addPerson(app.url, { language: 'hi' });
  expect(account.language).toBe('hi');
  const mailOf = async () => {
    await smtp.waitForLink(account.email, 'verify-email');
    return smtp.mails.find((mail) => isTo(mail, account.email));
  };
  const inHindi = await mailOf();
  expect(inHindi?.subject).toMatch(/^उपज: [^a-z]+$/);
  expect(inHindi?.html).toContain('<html lang="hi">');
  smtp.deleteMailsTo(account.email);
  await client.call(save, { body: { language: 'en' } });
  await client.call('POST /api/v1/users/send-verification');
  expect((await mailOf())?.text).not.toMatch(/\p{Script=Devanagari}/u);
});
