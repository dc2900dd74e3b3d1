import { expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword, type Person } from '#test/factories.ts';

const login = 'POST /api/v1/users/login';
const app = appForTests({ passwordCost: undefined });

async function logIn(email: string, password: string, address: string, client = new TestClient(app.url)) {
  const headers = { 'x-forwarded-for': address };
  const { status, headers: sent } = await client.send(login, { body: { email, password }, headers });
  return { status, retryAfter: sent.get('retry-after') };
}

/** Sends wrong passwords from so many networks, `each` at a time from every one. */
function flood(networks: number, each: number, emailOf: (index: number) => string) {
  return Promise.all(
    Array.from({ length: networks }, (_, network) =>
      Array.from({ length: each }, (_, index) =>
        logIn(emailOf(index), 'not-the-password', `10.7.${network}.1`),
      ),
    ).flat(),
  );
}

test('wrong passwords from many networks do not delay owners, and nobody waits longer than 3 seconds', async () => {
  const [attacked, other]: Person[] = [await addPerson(app.url), await addPerson(app.url)];
  if (!attacked || !other) throw new Error('no people');
  const { email } = attacked.account;
  // Each network has sent a wrong password before.
  await flood(30, 1, () => email);
  const start = performance.now();
  // The queue is full at 400.
  const attack = flood(30, 14, (index) => (index % 2 ? email : `nobody-${index}@upaj.example`));
  const owners = await Promise.all([
    logIn(email, goodPassword, '10.7.0.1', attacked.client),
    logIn(other.account.email, goodPassword, '10.8.0.1'),
    logIn(email, goodPassword, '10.8.1.1'),
  ]);
  const ownersWaited = performance.now() - start;
  const answers = await attack;
  const othersWaited = performance.now() - start;
  expect(owners.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(ownersWaited).toBeLessThan(othersWaited);
  const refused = answers.filter(({ status }) => status !== 401);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['5']));
});
