import { createHmac } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { v7 as uuidv7 } from 'uuid';
import type { FieldError } from '@upaj/contract/envelope';
import type { ErrorCode } from '@upaj/contract/errors';
import { avatarWidths } from '@upaj/contract/limits';
import type { FieldMessageKey } from '@upaj/contract/messages';
import type { Register } from '@upaj/contract/registration';
import { isDuplicate } from '#src/db/duplicates.ts';
import type { MediaService } from '#src/features/media/service.ts';
import { AppError, fieldError, invalidField } from '#src/http/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { PersonDetails, Taken, UsersStore } from './store.ts';

export interface UsersService {
  /**
   * Makes an account, with its picture if there is one (a path or the bytes).
   * @returns its id.
   * @throws AppError INVALID_INPUT, EMAIL_TAKEN, USERNAME_TAKEN or AADHAAR_TAKEN, each naming the field.
   */
  register(form: Register, avatar: string | Buffer | undefined, details?: PersonDetails): Promise<string>;
  findIdByEmail(email: string): Promise<string | undefined>;
  /** Whether anybody has an account whose e-mail address is none of these. */
  hasOthersThan(emails: readonly string[]): Promise<boolean>;
}

export function usersService(store: UsersStore, media: MediaService, secretKey: string): UsersService {
  /** Tells duplicates apart without keeping the number; the key keeps it from being guessed out of a stolen table. */
  const fingerprint = (aadhaar: string) =>
    createHmac('sha256', secretKey).update(`aadhaar:${aadhaar}`).digest('hex');

  return {
    async register(form, avatar, details = {}) {
      refuseCommonPassword(form.password);
      const aadhaarFingerprint = fingerprint(form.adharNo);
      const findTaken = () => store.findTaken(form.email, form.username, aadhaarFingerprint);
      refuseTaken(await findTaken());
      const id = uuidv7();
      const password = await hashPassword(form.password);
      const pictures = { field: 'avatar', inputs: avatar ? [avatar] : [], widths: avatarWidths };
      await media.keep(pictures, async ([picture], claim) => {
        const user = {
          ...details,
          id,
          username: form.username,
          full_name: form.fullName,
          email: form.email,
          contact: form.contact,
          aadhaar_last4: form.adharNo.slice(-4),
          aadhaar_fingerprint: aadhaarFingerprint,
          user_type: form.userType,
          major_product: form.majorProduct,
          avatar: picture?.url ?? null,
        };
        const account = { id: uuidv7(), user_id: id, account_id: id, provider_id: 'credential', password };
        try {
          await store.addUser(user, account, claim);
        } catch (error) {
          // Somebody took the name between the look and the write.
          if (isDuplicate(error)) refuseTaken(await findTaken());
          throw error;
        }
      });
      return id;
    },

    findIdByEmail: (email) => store.findIdByEmail(email),
    hasOthersThan: (emails) => store.hasOthersThan(emails),
  };
}

/** @throws AppError INVALID_INPUT at `password` for one that is tried first. */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw invalidField('password', 'passwordCommon');
}

const taken = [
  ['email', 'email', 'EMAIL_TAKEN', 'emailTaken'],
  ['username', 'username', 'USERNAME_TAKEN', 'usernameTaken'],
  ['aadhaar', 'adharNo', 'AADHAAR_TAKEN', 'aadhaarTaken'],
] as const satisfies readonly (readonly [keyof Taken, string, ErrorCode, FieldMessageKey])[];

function refuseTaken(found: Taken): void {
  const hits = taken.filter(([value]) => found[value]);
  const fields: FieldError[] = hits.map(([, field, , key]) => fieldError(field, key));
  const [first] = hits;
  if (first) throw new AppError(first[2], { fields });
}
