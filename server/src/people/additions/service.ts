import { timings } from '@upaj/contract/limits';
import type { AddAadhaar, AddEmail } from '@upaj/contract/people/number-codes';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import { newLink, writeLinkText, type AccountService } from '#src/people/account/service.ts';
import { fingerprintOf } from '#src/people/fingerprints.ts';
import { AppError, fieldError } from '#src/platform/http/errors.ts';
import { writeLinkEmail } from '#src/platform/mail/link-email.ts';
import type { Mailer } from '#src/platform/mail/mailer.ts';
import type { SecretKeys } from '#src/platform/signatures.ts';
import { textsIn } from '#src/platform/texts.ts';
import type { AdditionsStore } from './store.ts';

interface AdditionsDeps {
  store: AdditionsStore;
  account: Pick<AccountService, 'checkPassword' | 'sendTakenLink'>;
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  secretKeys: SecretKeys;
  outbox: Pick<OutboxService, 'nudge'>;
}

/** Adds what an account was opened without. */
export function additionsService(deps: AdditionsDeps) {
  const { store, account, mailer, publicUrl, secretKeys, outbox } = deps;
  return {
    /** Sends a link that adds the address to an account without one. */
    async addEmail(userId: string, { email, password }: AddEmail): Promise<void> {
      await account.checkPassword(userId, password, 'password');
      if (await store.hasEmail(userId)) throw new AppError('HAS_EMAIL');
      if (await store.isTaken(email)) {
        // The owner of the address gets a way in, also when somebody else registered it.
        await account.sendTakenLink(email);
        throw new AppError('EMAIL_TAKEN', { fields: [fieldError('email', 'emailTaken')] });
      }
      mailer.send(async () => {
        const { token, key } = newLink();
        const expiresAt = new Date(Date.now() + timings.verifyLink);
        const language = await store.addAddressLink(userId, email, key, expiresAt);
        return language === undefined
          ? undefined
          : writeLinkEmail({ email, language }, `${publicUrl}/verify-email?token=${token}`, (lang) => ({
              ...writeLinkText('verify-email', lang),
              before: textsIn(lang, 'emails')('verify-email.beforeAdded'),
            }));
      });
    },

    async addAadhaar(userId: string, { adharNo, password }: AddAadhaar): Promise<void> {
      await account.checkPassword(userId, password, 'password');
      const fingerprint = fingerprintOf('aadhaar', adharNo, secretKeys);
      if (!(await store.addAadhaar(userId, adharNo.slice(-4), fingerprint)))
        throw new AppError('HAS_AADHAAR');
      outbox.nudge();
    },
  };
}

export type AdditionsService = ReturnType<typeof additionsService>;
