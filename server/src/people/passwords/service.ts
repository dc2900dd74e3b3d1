import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { limits } from '@upaj/contract/limits';
import { invalidField } from '#src/platform/http/errors.ts';
import { countWrong, networkKey, type Counted } from '#src/platform/http/rate-limit.ts';
import { atMost } from '#src/platform/lru-size.ts';
import { workQueue, type Source } from '#src/platform/work-queue.ts';
import { dummyHash, hashPassword, isOutdated, isPasswordOf, usualCost, type Cost } from './hashing.ts';

interface Owner {
  username: string;
  email: string | null;
}

/** Where a password comes from. */
export interface PasswordSource extends Source {
  noteWrong?(): void;
}

/** The source of a password from a member, or a browser that has logged in to the account before. */
export const knownSource = (key: string): PasswordSource => ({ key, rank: () => 0 });

/** A core is left for the requests of others. */
const parallelHashes = Math.min(2, Math.max(1, availableParallelism() - 1));
const longestWait = 3_000;
const forgetWrongAfter = 15 * 60_000;

/** Hashes and compares passwords: first for known sources, last for those of most wrong passwords. */
export function passwordsService({ cost = usualCost }: { cost?: Cost | undefined } = {}) {
  const queue = workQueue({ parallel: parallelHashes, total: 400, perKey: 100, longestWait });
  const dummy = dummyHash(cost);
  const wrongs = new LRUCache<string, number>({ ...atMost(20_000), ttl: forgetWrongAfter });
  const countWrongs = (key: string) => wrongs.get(key) ?? 0;

  return {
    /**
     * Returns the source of a password from elsewhere. Wrong passwords for an account, which anybody can send, delay its
     * owner less than those from the owner's own network.
     */
    visitorSource(ip: string, email = ''): PasswordSource {
      const key = networkKey(ip);
      return {
        key,
        rank: () => 1 + countWrongs(key) + Math.min(1, countWrongs(email)),
        noteWrong() {
          for (const counted of [key, email]) wrongs.set(counted, countWrongs(counted) + 1);
        },
      };
    },

    async refuseGuessable(password: string, { username, email }: Owner): Promise<void> {
      if (await isCommonPassword(password)) throw invalidField('password', 'passwordCommon');
      const [local = ''] = (email ?? '').split('@');
      const personal = [username, email ?? username, ...(local.length >= 4 ? [local] : [])];
      const folded = fold(password);
      if (personal.some((part) => folded.includes(fold(part))))
        throw invalidField('password', 'passwordPersonal');
    },

    hash: (password: string, source: Source) => queue.run(source, () => hashPassword(password, cost)),

    /**
     * Compares a password, in the same time if there is no hash. Wrong passwords count against the limits in `counted`.
     */
    isRight: (
      password: string,
      hash: string | null | undefined,
      source: PasswordSource,
      counted: Counted = [],
    ) =>
      queue.run(source, async () => {
        const isRight = await countWrong(
          counted,
          async () => (await isPasswordOf(hash || dummy, password)) && Boolean(hash),
        );
        if (!isRight) source.noteWrong?.();
        return isRight;
      }),

    isOutdated: (hash: string) => isOutdated(hash, cost),
  };
}

export type PasswordsService = ReturnType<typeof passwordsService>;

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

const indian =
  `0123456789 987654321 9876543210 123123123 147258369 456789 101010 121212 232323 p@ssword admin123 administrator
   welcome123 login123 guest123 secret123 android hellohello india1 india123 indian bharat jaihind jaihind123 jaishriram
   jaimatadi omsairam sairam saibaba krishna krishna123 radhekrishna hanuman ganesh ganesha shivshiv mahadev
   harharmahadev lakshmi waheguru bismillah 786786 786000 kisan123 farmer farmer123 mandi123 upaj123 krishi khushi
   priyanka sachin tendulkar rahul123 pooja123 deepak sanjay rajesh mahesh suresh ramesh iloveindia mummypapa momdad
   maapaa`.split(/\s+/);

let common: ReadonlySet<string> | undefined;

/** Leaves out repetitions and runs, such as '12345678', because `isCommonPassword` finds them by rules. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const ranked = dictionary['passwords-common'].filter(({ length }) => length >= limits.password.min);
  return new Set([...ranked.slice(0, 10_000), ...indian]);
}

async function isCommonPassword(password: string): Promise<boolean> {
  const folded = password.toLowerCase();
  // The list takes 8 MB, so it is read for the first new password.
  common ??= await readCommon();
  return common.has(folded) || /^(.{1,3})\1+$/su.test(folded) || isRun(folded);
}

function isRun(text: string): boolean {
  const steps = new Set(
    [...text].slice(1).map((letter, index) => letter.charCodeAt(0) - text.charCodeAt(index)),
  );
  return steps.has(1) !== steps.has(-1) && steps.size === 1;
}
