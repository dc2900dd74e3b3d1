import { v7 as uuidv7 } from 'uuid';
import type { FieldError } from '@upaj/contract/envelope';
import type { ErrorCode } from '@upaj/contract/errors';
import type { FieldMessageKey } from '@upaj/contract/field-messages';
import { avatarWidths } from '@upaj/contract/limits';
import type { Register } from '@upaj/contract/people/registration';
import { addEvent } from '#src/notify/outbox/rows.ts';
import { findSameAadhaar } from '#src/people/former-accounts/store.ts';
import { refuseNames } from '#src/people/names/rules.ts';
import { skeletonOf } from '#src/people/names/skeleton.ts';
import type { PasswordsService } from '#src/people/passwords/service.ts';
import { isDuplicate } from '#src/platform/db/errors.ts';
import { AppError, fieldError } from '#src/platform/http/errors.ts';
import { addressKey } from '#src/platform/http/rate-limit.ts';
import type { MediaService } from '#src/platform/media/service.ts';
import { fingerprintOf, fingerprintsOf } from '#src/people/fingerprints.ts';
import type { SecretKeys } from '#src/platform/signatures.ts';
import type { Origin } from '#src/people/devices/service.ts';
import type { NewUser, UsersStore } from './store.ts';

interface UsersDeps {
  store: UsersStore;
  media: MediaService;
  passwords: PasswordsService;
  secretKeys: SecretKeys;
}

export function usersService({ store, media, passwords, secretKeys: keys }: UsersDeps) {
  return {
    /**
     * Registers a user. The avatar is a path or the bytes, `ip` the client's address. Only the demo market gives more
     * details, and no origin.
     */
    async register(
      form: Register,
      avatar: string | Buffer | undefined,
      ip: string,
      { origin, details = {} }: { origin?: Origin; details?: Partial<NewUser> } = {},
    ): Promise<string> {
      refuseNames(form);
      await passwords.refuseGuessable(form.password, form);
      const findTaken = () => store.findTaken(form.email, form.username);
      refuseTaken(await findTaken());
      const id = uuidv7();
      const password = await passwords.hash(form.password, passwords.visitorSource(ip));
      const inputs = avatar ? [avatar] : [];
      const photos = { field: 'avatar', inputs, widths: avatarWidths, owner: addressKey(ip) };
      await media.save(photos, async ([photo], claim) => {
        const user = {
          ...details,
          id,
          username: form.username,
          full_name: form.fullName,
          name_key: skeletonOf(form.fullName),
          email: form.email,
          contact: form.contact,
          aadhaar_last4: form.adharNo.slice(-4),
          aadhaar_fingerprint: fingerprintOf('aadhaar', form.adharNo, keys),
          user_type: form.userType,
          major_product: form.majorProduct,
          language: form.language ?? null,
          avatar: photo?.url ?? null,
        };
        const account = { id: uuidv7(), user_id: id, account_id: id, provider_id: 'credential', password };
        try {
          await store.addUser(user, account, async (trx) => {
            await claim(trx);
            if (!origin) return;
            const fingerprints = fingerprintsOf('aadhaar', form.adharNo, keys);
            const sameAadhaar = await findSameAadhaar(id, fingerprints, trx);
            const { address, others } = origin;
            await addEvent(trx, 'account.registered', { userId: id, address, others, sameAadhaar });
          });
        } catch (error) {
          // A concurrent registration took the name after the check.
          if (isDuplicate(error)) refuseTaken(await findTaken());
          throw error;
        }
      });
      return id;
    },

    findIdByEmail: store.findIdByEmail,
    hasOthersThan: store.hasOthersThan,
  };
}

export type UsersService = ReturnType<typeof usersService>;

type Taken = Awaited<ReturnType<UsersStore['findTaken']>>;

const taken = [
  ['email', 'email', 'EMAIL_TAKEN', 'emailTaken'],
  ['username', 'username', 'USERNAME_TAKEN', 'usernameTaken'],
] as const satisfies readonly (readonly [keyof Taken, string, ErrorCode, FieldMessageKey])[];

function refuseTaken(found: Taken): void {
  const hits = taken.filter(([value]) => found[value]);
  const fields: FieldError[] = hits.map(([, field, , key]) => fieldError(field, key));
  const [first] = hits;
  if (first) throw new AppError(first[2], { fields });
}
