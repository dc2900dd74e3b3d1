import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { timings } from '@upaj/contract/limits';
import type { ChangePassword, ResetPassword } from '@upaj/contract/people/account';
import { setVerified } from '#src/people/names/store.ts';
import type { PasswordsService } from '#src/people/passwords/service.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { writeLinkEmail, type EmailText } from '#src/platform/mail/link-email.ts';
import type { Mailer } from '#src/platform/mail/mailer.ts';
import type { AccountStore, LinkKey, LinkPurpose, TokenChange } from './store.ts';
import type { Language } from '@upaj/contract/texts';
import { textsIn } from '#src/platform/texts.ts';

interface AccountDeps {
  store: AccountStore;
  passwords: PasswordsService;
  wrongPasswords: RateLimit;
  mailer: Mailer;
  publicUrl: string;
  invalidateUser(userId: string): void;
}

export function accountService(deps: AccountDeps) {
  const { store, passwords, wrongPasswords, mailer, publicUrl, invalidateUser } = deps;

  const isRight = (userId: string, password: string, hash: string | null) =>
    passwords.isRight(password, hash, userId, [[wrongPasswords, userId]]);

  function sendLink(purpose: LinkPurpose, lasts: number, person: { email: string } | { id: string }): void {
    mailer.send(async () => {
      const { token, key } = newLink();
      const to = await store.addLink(purpose, person, key, new Date(Date.now() + lasts));
      return to === undefined
        ? undefined
        : writeLinkEmail(to, `${publicUrl}/${purpose}?token=${token}`, (language) =>
            writeLinkText(purpose, language),
          );
    });
  }

  return {
    setPrivacy: store.setPrivacy,
    // Moderation calls these functions. Those with `trx` run in its transaction.
    findByName: store.findByName,
    setVerified,
    suspend: store.suspend,
    restrict: store.restrict,
    takePhotos: store.takePhotos,
    putPhotosBack: store.putPhotosBack,
    restore: store.restore,
    lockForDeletion: store.lockForDeletion,
    removeFollows: store.removeFollows,
    becomeDeleted: store.becomeDeleted,

    sendResetLink: (email: string) => sendLink('reset-password', timings.resetLink, { email }),
    sendVerifyLink: (userId: string) => sendLink('verify-email', timings.verifyLink, { id: userId }),

    async resetPassword({ token, password }: ResetPassword): Promise<string> {
      const key = keyOf(token);
      const userId = key && (await store.findLinkOwner('reset-password', key));
      const owner = userId && (await store.findCredentials(userId));
      if (!owner) throw new AppError('LINK_INVALID');
      // The password is checked before the link is used up, so that the link works for a better password.
      await passwords.refuseGuessable(password, owner);
      const isReset = await store.resetPassword(userId, key, await passwords.hash(password, userId));
      if (!isReset) throw new AppError('LINK_INVALID');
      invalidateUser(userId);
      return userId;
    },

    async verifyEmail(token: string): Promise<string> {
      const key = keyOf(token);
      const userId = key && (await store.findLinkOwner('verify-email', key));
      if (!userId || !(await store.setEmailVerified(userId))) throw new AppError('LINK_INVALID');
      return userId;
    },

    /** Ends every session except `change.from`, which gets the token `change.to`. */
    async changePassword(userId: string, form: ChangePassword, change: TokenChange) {
      const { currentPassword, password } = form;
      const wrong = invalidField('currentPassword', 'currentPasswordWrong');
      const owner = await store.findCredentials(userId);
      if (!owner?.hash || !(await isRight(userId, currentPassword, owner.hash))) throw wrong;
      if (password === currentPassword) throw invalidField('password', 'passwordSame');
      await passwords.refuseGuessable(password, owner);
      const to = await passwords.hash(password, userId);
      const changed = await store.changePassword(userId, { from: owner.hash, to }, change);
      if (!changed) throw wrong;
      return changed.isRemembered;
    },

    async checkPassword(userId: string, password: string | undefined, field: string): Promise<void> {
      const owner = await store.findCredentials(userId);
      if (owner?.hash && !(await isRight(userId, password ?? '', owner.hash)))
        throw invalidField(field, 'currentPasswordWrong');
    },
  };
}

export type AccountService = ReturnType<typeof accountService>;

/** Makes a token `<id of the row>.<256 random bits>`. Only a hash of the bits is stored. */
function newLink(): { token: string; key: LinkKey } {
  const id = uuidv7();
  const secret = randomBytes(32).toString('base64url');
  return { token: `${id}.${secret}`, key: { id, hash: hashOf(secret) } };
}

function keyOf(token: string): LinkKey | undefined {
  const [, id, secret] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(token) ?? [];
  return id && secret ? { id, hash: hashOf(secret) } : undefined;
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

const minutes = timings.resetLink / 60_000;
const hours = timings.verifyLink / 3_600_000;

/** The email contains no name, because anyone may register any address. */
export function writeLinkText(purpose: LinkPurpose, language: Language): EmailText {
  const t = textsIn(language, 'emails');
  return {
    subject: t(`${purpose}.subject`),
    action: t(`${purpose}.action`),
    before: t(`${purpose}.before`),
    after:
      purpose === 'reset-password' ? t(`${purpose}.after`, { minutes }) : t(`${purpose}.after`, { hours }),
  };
}
