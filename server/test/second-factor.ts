import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { StaffRole } from '@upaj/contract/people/staff-roles';
import type { SecondFactorSecret } from '@upaj/contract/people/second-factor';
import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import type { TestApp } from './app.ts';
import { TestClient } from './client.ts';
import { addPerson, goodPassword, type Person } from './factories.ts';

/** Returns the code that the authenticator app shows now, or this many half minutes later. */
export function codeOf(secret: string, later = 0): Promise<string> {
  const step = Math.floor(Date.now() / 30_000) + later;
  return createOTP(new TextDecoder().decode(base32.decode(secret))).hotp(step);
}

/** Returns six digits that no authenticator app shows now. */
export async function wrongCodeOf(secret: string): Promise<string> {
  const right = await Promise.all([-2, -1, 0, 1, 2].map((later) => codeOf(secret, later)));
  return (
    ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !right.includes(code)) ?? ''
  );
}

export async function startSecondFactor(client: TestClient): Promise<SecondFactorSecret> {
  return (await client.call('POST /api/v1/users/totp', { body: { password: goodPassword } })).data;
}

export function confirmCode(client: TestClient, code: string) {
  return client.send('POST /api/v1/users/totp/confirm', { body: { code } });
}

/** Uses the current code. `forgetCodes` makes it usable again. */
export async function switchOn(client: TestClient): Promise<SecondFactorSecret> {
  const started = await startSecondFactor(client);
  await client.call('POST /api/v1/users/totp/confirm', { body: { code: await codeOf(started.secret) } });
  return started;
}

/** Makes the current code usable again, as if it had not been used. */
export async function forgetCodes({ database }: TestApp, { account }: Person): Promise<void> {
  await database.db
    .updateTable('second_factors')
    .set({ last_step: null })
    .where('user_id', '=', account._id)
    .execute();
}

/** Adds a moderator or administrator with a second factor, which the session has just confirmed. */
export async function addStaff(app: TestApp, role: StaffRole): Promise<Person & SecondFactorSecret> {
  const person = await addPerson(app.url);
  await app.services.staff.setRole(person.account.username, role, null);
  return { ...person, ...(await switchOn(person.client)) };
}

/** Gives a role like the operator's command, at a server with this SECRET_KEY. */
export async function giveRole(
  url: string,
  secretKey: string,
  { account }: Person,
  role: StaffRole,
): Promise<void> {
  const headers = { authorization: `Bearer ${writeAdminKey([secretKey])}` };
  const body = { person: account.username, role };
  await new TestClient(url).call('POST /api/v1/admin/role', { headers, body });
}

export async function endTwelveHours({ database, services }: TestApp, { account }: Person): Promise<void> {
  await database.db
    .updateTable('sessions')
    .set({ second_factor_at: new Date(Date.now() - 12 * 60 * 60_000 - 1_000) })
    .where('user_id', '=', account._id)
    .execute();
  services.sessions.refresh({ userId: account._id });
}
