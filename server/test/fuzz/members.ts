import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import { TestClient } from '#test/client.ts';
import { registration, toForm } from '#test/factories.ts';
import type { Operation } from './operations.ts';
import { makeRequest, type Caller } from './requests.ts';
import { evenly, type Draw } from './schema-values.ts';
import { send } from './send.ts';
import type { Target } from './target.ts';
import type { Member, World } from './world.ts';

export interface Setting {
  target: Target;
  world: World;
  operations: ReadonlyMap<string, Operation>;
  drawFor(number: number): Draw;
}

export async function call(setting: Setting, key: string, member: Member, draw: Draw): Promise<boolean> {
  const { target, world, operations } = setting;
  const operation = operations.get(key);
  if (!operation) throw new Error(`the document does not name ${key}`);
  const caller: Caller = { role: 'member', member };
  const { secretKey } = target;
  const { sent } = makeRequest({ operation, caller, world, draw, secretKey, mode: 'valid' });
  const { status } = await send(target.url, sent);
  return status < 300;
}

export async function addMember({ target, world, drawFor }: Setting, number: number): Promise<Member> {
  const draw = drawFor(-1 - number);
  const username = `m${number}.${evenly(2 ** 31 - 1, draw).toString(36)}`;
  const aadhaar = Array.from({ length: 12 }, () => evenly(9, draw)).join('');
  const [email, password] = [`${username}@members.example`, `plough and harvest ${number}`];
  const userType = number % 2 === 0 ? 'farmer' : 'merchant';
  const form = toForm(
    registration({ username, email, userType, adharNo: aadhaar, password, confirmPassword: password }),
  );
  const client = new TestClient(target.url);
  const headers = { 'x-forwarded-for': `10.9.${number % 250}.1` };
  const { data } = await client.call('POST /api/v1/users/register', { form, headers });
  const member: Member = { id: data.user._id, username, email, password, aadhaar, client };
  world.members.push(member);
  return member;
}

export async function ensureSession({ target }: Setting, member: Member): Promise<boolean> {
  const { id, client, email, password } = member;
  if ((await client.send('GET /api/v1/users/current-user')).status === 200) return true;
  const headers = { 'x-forwarded-for': '10.8.0.1' };
  const { status } = await client.send('POST /api/v1/users/login', { body: { email, password }, headers });
  if (status === 200) await target.confirmSessions(id);
  return status === 200;
}

/**
 * Finds or makes a member who can decide cases, because members end their accounts, roles and second factors by chance.
 */
export async function ensureAdministrator(setting: Setting, draw: Draw): Promise<Member> {
  const { target, world } = setting;
  const absorb = async () => world.apply(await target.readRows());
  const hasFactor = ({ id }: Member) => Boolean(world.find('second_factors', id)?.['confirmed_at']);
  await absorb();
  for (const member of world.members) {
    if (!(await ensureSession(setting, member))) continue;
    if (!hasFactor(member)) {
      await call(setting, 'POST /api/v1/users/totp', member, draw);
      await absorb();
      await world.readCodes(target.secretKey);
      await call(setting, 'POST /api/v1/users/totp/confirm', member, draw);
    }
    await target.setAdministrator(member.username);
    await absorb();
    if (hasFactor(member)) return member;
  }
  throw new Error('no member can become an administrator');
}

/** Lifts suspensions and shows hidden posts again, because otherwise members would soon not see each other. */
export async function restoreAll({ target, world }: Setting): Promise<void> {
  const admin = new TestClient(target.url);
  const headers = { authorization: `Bearer ${writeAdminKey([target.secretKey])}` };
  for (const { suspended_at: suspendedAt, username: person } of world.rows('users'))
    if (suspendedAt) await admin.send('POST /api/v1/admin/unsuspend', { headers, body: { person } });
  for (const { is_hidden: isHidden, id: postId } of world.rows('posts'))
    if (isHidden) await admin.send('POST /api/v1/admin/show-post', { headers, body: { postId } });
}
