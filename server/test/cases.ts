import type { EndpointKey } from '@upaj/contract/endpoints';
import type { CasePage, ListedCase } from '@upaj/contract/moderation/cases';
import type { Decision } from '@upaj/contract/moderation/decisions';
import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import type { TestApp } from './app.ts';
import { TestClient } from './client.ts';
import { addPerson, fromOwnAddress, type Person } from './factories.ts';
import { testSecretKey } from './session-cookie.ts';

const day = 24 * 60 * 60_000;

let added = 0;

/**
 * Adds a user whose account is old enough that reports by the user count: 1, or 2 with a verified account. Each joined
 * on another day, so that they do not look like one person.
 */
export async function addOldPerson({ url, database }: TestApp, isVerified = false): Promise<Person> {
  const person = await addPerson(url);
  await database.db
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - (60 + 2 * (added += 1)) * day), is_verified: isVerified })
    .where('id', '=', person.account._id)
    .execute();
  return person;
}

/** Reports from an address of its own. */
export function report(person: Person, kind: string, targetId: string, changes: object = {}) {
  return person.client.call('POST /api/v1/reports', {
    body: { kind, targetId, reason: 'fraud', ...changes },
    headers: fromOwnAddress(),
  });
}

/** Finds the open case of this kind that is about the owner. */
export async function findCase(moderator: Person, owner: Person, kind: string): Promise<ListedCase> {
  const query = { kind, limit: 50 };
  const { data } = await moderator.client.call('GET /api/v1/moderation/cases', { query });
  const found = data.find(({ person }) => person._id === owner.account._id);
  if (!found) throw new Error(`No ${kind} of @${owner.account.username} is in the queue`);
  return found;
}

/** Claims a case, which opens its evidence, and reads it. */
export async function workOn(moderator: Person, { _id: caseId }: Pick<ListedCase, '_id'>): Promise<CasePage> {
  await moderator.client.call('POST /api/v1/moderation/cases/:caseId/claim', { params: { caseId } });
  return (await moderator.client.call('GET /api/v1/moderation/cases/:caseId', { params: { caseId } })).data;
}

export async function decide(
  moderator: Person,
  { _id: caseId }: Pick<ListedCase, '_id'>,
  action: string,
  changes: object = {},
): Promise<Decision> {
  const body = { action, reason: 'fraud', text: 'Please keep to the rules.', ...changes };
  const call = 'POST /api/v1/moderation/cases/:caseId/decisions';
  return (await moderator.client.call(call, { params: { caseId }, body })).data;
}

type Command = Extract<EndpointKey, `POST /api/v1/admin/${string}`>;

/** Makes a call of the command `npm run admin`, as an operator does. */
export function operate(url: string, name: string, body: object, secretKey: string = testSecretKey) {
  const headers = { authorization: `Bearer ${writeAdminKey([secretKey])}` };
  return new TestClient(url).call(`POST /api/v1/admin/${name}` as Command, { headers, body });
}

export async function undo(moderator: Person, decisionId: string): Promise<Decision> {
  const call = 'POST /api/v1/moderation/decisions/:decisionId/undo';
  const body = { reason: 'mistake', text: 'We were wrong.' };
  return (await moderator.client.call(call, { params: { decisionId }, body })).data;
}
