import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { timings } from '@upaj/contract/limits';
import type { ClearedPart } from '@upaj/contract/people/address-proof';
import type { ChangePassword, ResetPassword } from '@upaj/contract/people/account';
import {
  writeClearedText,
  type AddressProofService,
  type Browser,
} from '#src/people/address-proof/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import { setVerified } from '#src/people/names/store.ts';
import { knownSource, type PasswordsService } from '#src/people/passwords/service.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { writeLinkEmail, type EmailText } from '#src/platform/mail/link-email.ts';
import type { Mailer } from '#src/platform/mail/mailer.ts';
import type { AccountStore, LinkKey, LinkPurpose, TokenChange } from './store.ts';
import type { Language } from '@upaj/contract/texts';
import { textsIn } from '#src/platform/texts.ts';

interface AccountDeps {
  db: Database;
  store: AccountStore;
  proof: AddressProofService;
  passwords: PasswordsService;
  wrongPasswords: RateLimit;
  /** Limits the emails to an address that somebody registers again. */
  takenAddresses: RateLimit;
  outbox: Pick<OutboxService, 'nudge'>;
  mailer: Mailer;
  publicUrl: string;
  invalidateUser(userId: string): void;
}

export function accountService(deps: AccountDeps) {
  const { db, store, proof, passwords, wrongPasswords, takenAddresses, outbox } = deps;
  const { mailer, publicUrl, invalidateUser } = deps;

  const isRight = (userId: string, password: string, hash: string | null) =>
    passwords.isRight(password, hash, knownSource(userId), [[wrongPasswords, userId]]);

  function sendLink(
    purpose: LinkPurpose,
    lasts: number,
    person: { email: string } | { id: string },
    words: LinkWords = purpose,
  ): void {
    mailer.send(async () => {
      const { token, key } = newLink();
      const to = await store.addLink(purpose, person, key, new Date(Date.now() + lasts));
      return to === undefined
        ? undefined
        : writeLinkEmail(to, `${publicUrl}/${purpose}?token=${token}`, (language) =>
            writeLinkText(words, language),
          );
    });
  }

  /** Sends a link to an address that somebody wants to register again, a few times an hour at most. */
  async function sendTakenLink(email: string): Promise<void> {
    const isAllowed = await takenAddresses.take(email).then(
      () => true,
      () => false,
    );
    if (isAllowed) sendLink('reset-password', timings.resetLink, { email }, 'taken');
  }

  async function checkPassword(userId: string, password: string | undefined, field: string): Promise<void> {
    const owner = await store.findCredentials(userId);
    if (owner?.hash && !(await isRight(userId, password ?? '', owner.hash)))
      throw invalidField(field, 'currentPasswordWrong');
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

    sendTakenLink,

    /** @param browserOf says how the browser is known to this account */
    async resetPassword(
      { token, password }: ResetPassword,
      browserOf: (userId: string) => Browser,
    ): Promise<{ userId: string; cleared: ClearedPart[] }> {
      const key = keyOf(token);
      const userId = key && (await store.findLink('reset-password', key))?.userId;
      const owner = userId && (await store.findCredentials(userId));
      if (!owner) throw new AppError('LINK_INVALID');
      // The password is checked before the link is used up, so that the link works for a better password.
      await passwords.refuseGuessable(password, owner);
      const hash = await passwords.hash(password, knownSource(userId));
      const proved = await store.resetPassword(userId, key, hash, (trx) =>
        proof.prove(userId, browserOf(userId), trx),
      );
      if (!proved) throw new AppError('LINK_INVALID');
      if (proved.isReleased) throw new AppError('EMAIL_RELEASED');
      const { cleared } = proved;
      invalidateUser(userId);
      outbox.nudge();
      const { email, language: chosen } = owner;
      if (cleared.length > 0 && email)
        mailer.send(async () =>
          writeLinkEmail({ email, language: chosen }, `${publicUrl}/settings`, (language) =>
            writeClearedText(cleared, language),
          ),
        );
      return { userId, cleared };
    },

    /**
     * The link works only where its account is logged in. The owner of an address who opens the link of an account that
     * somebody else registered must not make that account trustworthy, and gets the account by a new password instead.
     */
    async verifyEmail(token: string, viewerId: string | undefined): Promise<string> {
      const key = keyOf(token);
      const link = key && (await store.findLink('verify-email', key));
      const isVerified = link && (await proof.isVerified(link.userId, db));
      if (!link || isVerified === undefined) throw new AppError('LINK_INVALID');
      const { userId, address } = link;
      if (!isVerified && viewerId !== userId) throw new AppError('LOG_IN_TO_VERIFY');
      if (!address) await db.transaction().execute((trx) => proof.prove(userId, 'logged in', trx));
      else if (!(await proof.addAddress(userId, address, db))) throw new AppError('EMAIL_TAKEN');
      outbox.nudge();
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
      const to = await passwords.hash(password, knownSource(userId));
      const changed = await store.changePassword(userId, { from: owner.hash, to }, change);
      if (!changed) throw wrong;
      return changed.isRemembered;
    },

    /**
     * Sets the password without the current one. `use` returns false when what proves the change was used before. Ends
     * every session except `change.from`, which gets the token `change.to`.
     */
    async setPassword(
      userId: string,
      password: string,
      change: TokenChange,
      use: (trx: Transaction) => Promise<boolean>,
    ) {
      const owner = await store.findCredentials(userId);
      if (!owner) return undefined;
      await passwords.refuseGuessable(password, owner);
      const to = await passwords.hash(password, knownSource(userId));
      return store.setPassword(userId, to, change, use);
    },

    checkPassword,
  };
}

export type AccountService = ReturnType<typeof accountService>;

/** Makes a token `<id of the row>.<256 random bits>`. Only a hash of the bits is stored. */
export function newLink(): { token: string; key: LinkKey } {
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

/** An email about a link. 'taken' has a link for a new password. */
type LinkWords = LinkPurpose | 'taken';

/** The email contains no name, because anyone may register any address. */
export function writeLinkText(words: LinkWords, language: Language): EmailText {
  const t = textsIn(language, 'emails');
  return {
    subject: t(`${words}.subject`),
    action: t(`${words}.action`),
    before: t(`${words}.before`),
    after: words === 'verify-email' ? t(`${words}.after`, { hours }) : t(`${words}.after`, { minutes }),
  };
}
