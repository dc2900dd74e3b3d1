import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, confirmCode } from '#test/second-factor.ts';
import { startSocialApp, type SocialApp } from '#test/social.ts';

const currentUser = 'GET /api/v1/users/current-user';

let social: SocialApp;
beforeAll(async () => {
  social = await startSocialApp();
});
afterAll(() => social.close());

test('a log-in by Google needs the code too', async () => {
  const { id } = social.addAtProvider({ name: 'Lakshmi' });
  const first = social.stranger();
  await social.logIn(first, id);
  const { secret } = (await first.call('POST /api/v1/users/totp', { body: {} })).data;
  expect((await confirmCode(first, await codeOf(secret))).status).toBe(200);
  const second = social.stranger();
  await social.logIn(second, id);
  for (const key of [currentUser, 'POST /api/v1/users/complete', 'DELETE /api/v1/users/sessions'] as const)
    expect(await second.fail(key)).toMatchObject({ statusCode: 403, code: 'SECOND_FACTOR_REQUIRED' });
  expect((await confirmCode(second, await codeOf(secret, 1))).status).toBe(200);
  expect((await second.call(currentUser)).data.user.hasSecondFactor).toBe(true);
  await first.call(currentUser);
});
