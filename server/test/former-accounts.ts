import type { TestApp } from './app.ts';
import { addPerson, goodPassword, registration, type Person } from './factories.ts';

/** Deletes the account as its owner does. */
export const leave = ({ client, account }: Person) =>
  client.call('DELETE /api/v1/users/account', {
    body: { confirmation: account.username, password: goodPassword },
  });

/** Verifies the address as the link of the email does, where the person is logged in. */
export async function verifyAddress(app: TestApp, { account }: Person): Promise<void> {
  const { db } = app.database;
  await db.transaction().execute((trx) => app.services.addressProof.prove(account._id, 'logged in', trx));
  await app.services.outbox.deliver();
}

/** Registers a person, and waits for the rules that look at the account. */
export async function register(app: TestApp, changes: Record<string, string> = {}): Promise<Person> {
  const person = await addPerson(app.url, registration(changes));
  await app.services.outbox.deliver();
  return person;
}

export const openCase = async ({ client }: Person, caseId: string) =>
  (await client.call('GET /api/v1/moderation/cases/:caseId', { params: { caseId } })).data;

/** Finds the flags of the open case about a person. */
export async function flagsOf(moderator: Person, { account }: Person) {
  const { data } = await moderator.client.call('GET /api/v1/moderation/cases', { query: { limit: 50 } });
  const found = data.filter((one) => one.person._id === account._id && one.kind === 'user');
  return (await Promise.all(found.map(({ _id }) => openCase(moderator, _id)))).flatMap(({ flags }) => flags);
}
