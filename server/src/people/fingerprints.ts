import { sign, type SecretKeys } from '#src/platform/signatures.ts';

type Kind = 'aadhaar' | 'email' | 'phone';

/** Makes a value that two accounts can be compared by. The key protects the numbers of a stolen table. */
export function fingerprintOf(kind: Kind, value: string, [key]: SecretKeys): string {
  return sign(`${kind}:${value}`, key).toString('hex');
}

/** Makes the values of all keys, because a stored one may be from an older key. */
export function fingerprintsOf(kind: Kind, value: string, keys: SecretKeys): string[] {
  return keys.map((key) => fingerprintOf(kind, value, [key]));
}
