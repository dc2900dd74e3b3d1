import { sign } from '#src/platform/signatures.ts';

export const testSecretKey = 'test-key'.repeat(5);

export function sessionCookie(token: string): string {
  return encodeURIComponent(`${token}.${sign(token, testSecretKey).toString('base64')}`);
}
