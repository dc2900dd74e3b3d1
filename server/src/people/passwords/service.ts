import { invalidField } from '#src/platform/http/errors.ts';
import { countWrong, type Counted } from '#src/platform/http/rate-limit.ts';
import { workQueue } from './work-queue.ts';
import { isCommonPassword } from './common-passwords.ts';
import { dummyHash, hashPassword, isOutdated, isPasswordOf, usualCost, type Cost } from './hashing.ts';

interface Owner {
  username: string;
  email: string;
}

/** `by` is the address or user that causes the work; each has its own limit. */
export function passwordsService(cost: Cost = usualCost) {
  const queue = workQueue({ parallel: 2, total: 400, perKey: 100 });
  const dummy = dummyHash(cost);

  return {
    refuseGuessable(password: string, { username, email }: Owner): void {
      if (isCommonPassword(password)) throw invalidField('password', 'passwordCommon');
      const [local = ''] = email.split('@');
      const personal = [username, email, ...(local.length >= 4 ? [local] : [])];
      const folded = fold(password);
      if (personal.some((part) => folded.includes(fold(part))))
        throw invalidField('password', 'passwordPersonal');
    },

    hash: (password: string, by: string) => queue.run(by, () => hashPassword(password, cost)),

    /** Takes the same time without a hash. Wrong passwords count against the limits in `counted`. */
    isRight: (password: string, hash: string | null | undefined, by: string, counted: Counted = []) =>
      queue.run(by, () =>
        countWrong(counted, async () => (await isPasswordOf(hash || dummy, password)) && Boolean(hash)),
      ),

    isOutdated: (hash: string) => isOutdated(hash, cost),
  };
}

export type PasswordsService = ReturnType<typeof passwordsService>;

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
