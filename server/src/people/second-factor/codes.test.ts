import { expect, onTestFinished, test, vi } from 'vitest';
import { codeOf } from '#test/second-factor.ts';
import { secondFactorCodes } from './codes.ts';

const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)];

test('the first key encrypts and hashes, all keys decrypt and verify', async () => {
  const { encrypted, recoveryHashes, shown } = await secondFactorCodes([older]).create('id', 'asha');
  const [recoveryCode = ''] = shown.recoveryCodes;
  const typed = recoveryCode.replace('-', '');
  const code = await codeOf(shown.secret);
  for (const keys of [[older], [older, newer], [newer, older]] as const) {
    const codes = secondFactorCodes(keys);
    expect(await codes.findStep(encrypted, code)).toBeTypeOf('number');
    expect(codes.findRecoveryHash('id', recoveryHashes, typed)).toBe(recoveryHashes[0]);
    expect(codes.findRecoveryHash('another', recoveryHashes, typed)).toBeUndefined();
  }
  const rotated = secondFactorCodes([newer]);
  await expect(rotated.findStep(encrypted, code)).rejects.toThrow('no key of SECRET_KEY decrypts');
  expect(rotated.findRecoveryHash('id', recoveryHashes, typed)).toBeUndefined();
  const { encrypted: again } = await secondFactorCodes([newer, older]).create('id', 'asha');
  await rotated.findStep(again, code);
});

test('the secret is stored encrypted, and the app gets it as a link', async () => {
  const { encrypted, recoveryHashes, shown } = await secondFactorCodes([newer]).create('id', 'आशा देवी');
  expect(shown.secret).toMatch(/^[A-Z2-7]{40}$/);
  const { protocol, host, pathname, searchParams } = new URL(shown.uri);
  expect([protocol, host, decodeURIComponent(pathname)]).toEqual(['otpauth:', 'totp', '/Upaj:आशा देवी']);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    secret: shown.secret,
    issuer: 'Upaj',
    digits: '6',
    period: '30',
  });
  expect(new Set(shown.recoveryCodes).size).toBe(8);
  for (const code of shown.recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
  const stored = JSON.stringify([encrypted, recoveryHashes]);
  for (const secret of [shown.secret, ...shown.recoveryCodes]) expect(stored).not.toContain(secret);
});

test('codes of half a minute before and after are right, others are not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const codes = secondFactorCodes([newer]);
  const { encrypted, shown } = await codes.create('id', 'asha');
  const find = async (later: number) => codes.findStep(encrypted, await codeOf(shown.secret, later));
  const now = (await find(0)) ?? 0;
  expect(await Promise.all([-3, -1, 1, 3].map(find))).toEqual([undefined, now - 1, now + 1, undefined]);
});
