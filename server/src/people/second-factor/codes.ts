import { randomInt } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import { base32 } from '@better-auth/utils/base32';
import { sign, type SecretKeys } from '#src/platform/signatures.ts';

/** In bytes. A secret has 40 characters in base32. */
const secretLength = 25;
const stepMs = 30_000;
/** The characters of recovery codes, without letters and digits that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const recoveryCodeCount = 8;

/**
 * Makes secrets and recovery codes of second factors. The first key encrypts and hashes; all keys decrypt and verify.
 */
export function secondFactorCodes(keys: SecretKeys) {
  const hashBy = (key: string, userId: string, code: string) =>
    sign(`recovery-code:${userId}:${code}`, key).toString('hex');

  async function decrypt(data: string): Promise<string> {
    const { symmetricDecrypt } = await import('better-auth/crypto');
    const failures: unknown[] = [];
    for (const key of keys)
      try {
        return await symmetricDecrypt({ key, data });
      } catch (error) {
        failures.push(error);
      }
    throw new AggregateError(failures, 'no key of SECRET_KEY decrypts this second factor');
  }

  return {
    async create(userId: string, username: string) {
      const { generateRandomString, symmetricEncrypt } = await import('better-auth/crypto');
      const secret = generateRandomString(secretLength);
      const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
      return {
        encrypted: await symmetricEncrypt({ key: keys[0], data: secret }),
        recoveryHashes: codes.map((code) => hashBy(keys[0], userId, code)),
        shown: {
          secret: base32.encode(secret, { padding: false }),
          uri: createOTP(secret).url('Upaj', username),
          recoveryCodes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
        },
      };
    },

    /**
     * Finds the 30 seconds that a code is valid for, as a number. Clocks may differ by 30 seconds. Returns undefined
     * for a wrong code.
     */
    async findStep(encryptedSecret: string, code: string): Promise<number | undefined> {
      const { hotp } = createOTP(await decrypt(encryptedSecret));
      const now = Math.floor(Date.now() / stepMs);
      for (const step of [now, now - 1, now + 1]) if ((await hotp(step)) === code) return step;
      return undefined;
    },

    findRecoveryHash: (userId: string, hashes: readonly string[], code: string) =>
      keys.map((key) => hashBy(key, userId, code)).find((hash) => hashes.includes(hash)),
  };
}

export type SecondFactorCodes = ReturnType<typeof secondFactorCodes>;

function newRecoveryCode(): string {
  return Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('');
}
