import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import type { Operation } from './operations.ts';
import { makeRequest, type Caller } from './requests.ts';
import { evenly, type Draw } from './schema-values.ts';
import { send } from './send.ts';
import type { Target } from './target.ts';
import { saveCookies, writeCookies, type Member, type World } from './world.ts';

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
  const name = `m${number}.${evenly(2 ** 31 - 1, draw).toString(36)}`;
  const digits = Array.from({ length: 12 }, () => evenly(9, draw)).join('');
  const fields = {
    fullName: `Member ${number}`,
    contact: '9876543210',
    username: name,
    email: `${name}@members.example`,
    adharNo: digits,
    userType: number % 2 === 0 ? 'farmer' : 'merchant',
    majorProduct: 'Wheat',
    password: `plough and harvest ${number}`,
    confirmPassword: `plough and harvest ${number}`,
  };
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const headers = { 'x-forwarded-for': `10.9.${number % 250}.1` };
  const response = await fetch(`${target.url}/api/v1/users/register`, {
    method: 'POST',
    body: form,
    headers,
  });
  const { data } = (await response.json()) as { data?: { user: { _id: string } } };
  if (!data) throw new Error(`no member could register: ${response.status}`);
  const { username, email, password } = fields;
  const member: Member = {
    id: data.user._id,
    username,
    email,
    password,
    aadhaar: digits,
    cookies: new Map(),
  };
  saveCookies(member.cookies, response.headers.getSetCookie());
  world.members.push(member);
  return member;
}

export async function ensureSession({ target }: Setting, member: Member): Promise<boolean> {
  const check = await send(target.url, {
    method: 'GET',
    path: '/api/v1/users/current-user',
    headers: { cookie: writeCookies(member.cookies) },
  });
  if (check.status === 200) return true;
  const login = await send(target.url, {
    method: 'POST',
    path: '/api/v1/users/login',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': '10.8.0.1',
      cookie: writeCookies(member.cookies),
    },
    body: Buffer.from(JSON.stringify({ email: member.email, password: member.password })),
  });
  saveCookies(member.cookies, login.headers['set-cookie']);
  return login.status === 200;
}

/** Or members would soon not see each other. */
export async function restoreAll({ target, world }: Setting): Promise<void> {
  const authorization = `Bearer ${writeAdminKey([target.secretKey])}`;
  const post = (path: string, body: object) =>
    send(target.url, {
      method: 'POST',
      path: `/api/v1/admin/${path}`,
      headers: { authorization, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    });
  for (const user of world.rows('users'))
    if (user['suspended_at']) await post('restore', { person: user['username'] });
  for (const row of world.rows('posts')) if (row['is_hidden']) await post('show-post', { postId: row['id'] });
}
