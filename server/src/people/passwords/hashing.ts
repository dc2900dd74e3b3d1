import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

export interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}

/**
 * The first choice of OWASP. It is the only one whose memory the C library returns to the system: smaller blocks, of up
 * to 32 MiB, stay with each thread.
 */
export const usualCost: Cost = { memory: 47_104, passes: 1, parallelism: 1 };
const tagLength = 32;

/** Hashes in the PHC format, which names algorithm and cost: `$argon2id$v=19$m=47104,t=1,p=1$<salt>$<tag>`. */
export async function hashPassword(password: string, cost: Cost): Promise<string> {
  const salt = randomBytes(16);
  return `${prefixOf(cost)}${encode(salt)}$${encode(await tagOf(password, salt, cost))}`;
}

export async function isPasswordOf(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash) ?? [];
  if (!salt || !tag) return (await import('better-auth/crypto')).verifyPassword({ hash, password });
  const found = await tagOf(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(found, Buffer.from(tag, 'base64'));
}

export function isOutdated(hash: string, cost: Cost): boolean {
  return !hash.startsWith(prefixOf(cost));
}

/** Makes a hash that a password is compared to if there is no account, so that responses take the same time. */
export function dummyHash(cost: Cost): string {
  return `${prefixOf(cost)}${encode(randomBytes(16))}$${encode(randomBytes(tagLength))}`;
}

function tagOf(password: string, nonce: Buffer, costs: Cost): Promise<Buffer> {
  const message = password.normalize('NFKC');
  return promisify(argon2)('argon2id', { message, nonce, tagLength, ...costs });
}

function prefixOf({ memory, passes, parallelism }: Cost): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
