import { createHash, randomBytes } from 'node:crypto';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { v7 as uuidv7 } from 'uuid';
import type { ChangePassword, LoginSession, ResetPassword } from '@upaj/contract/account';
import { timings } from '@upaj/contract/limits';
import { refuseCommonPassword } from '#src/features/users/service.ts';
import { AppError, invalidField } from '#src/http/errors.ts';
import { writeLetter } from '#src/mail/letter.ts';
import type { Mailer } from '#src/mail/mailer.ts';
import { deviceOf } from './device.ts';
import { letters } from './letters.ts';
import type { AccountStore, LinkKey, LinkPurpose } from './store.ts';

export interface AccountService {
  /** In the background sends a link to this address, if somebody has it who may log in. */
  sendResetLink(email: string): void;
  /** In the background sends a link to the person's address, unless it is verified. */
  sendVerifyLink(userId: string): void;
  /** Uses a link up and ends every session. @throws AppError LINK_INVALID, INVALID_INPUT for a common password. */
  resetPassword(form: ResetPassword): Promise<void>;
  /** @throws AppError LINK_INVALID. */
  verifyEmail(token: string): Promise<void>;
  /**
   * Ends every session but the one of this token.
   * @throws AppError INVALID_INPUT when the current one is wrong, or the new one is the same or a common one.
   */
  changePassword(userId: string, form: ChangePassword, sessionToken: string | undefined): Promise<void>;
  /** @throws AppError INVALID_INPUT at `field` unless this is the account's password; an account without one has none to ask for. */
  checkPassword(userId: string, password: string | undefined, field: string): Promise<void>;
  findLogins(userId: string, sessionToken: string | undefined): Promise<LoginSession[]>;
  /** @throws AppError SESSION_NOT_FOUND. */
  endSession(userId: string, sessionId: string): Promise<void>;
  endOtherSessions(userId: string, sessionToken: string | undefined): Promise<void>;
  setContactHidden(userId: string, isHidden: boolean): Promise<void>;
}

export interface AccountDeps {
  store: AccountStore;
  mailer: Mailer;
  /** Where links lead to: 'https://upaj.example'. */
  publicUrl: string;
  /** Forgets what is remembered of a person's sessions. */
  forgetUser(userId: string): void;
}

export function accountService({ store, mailer, publicUrl, forgetUser }: AccountDeps): AccountService {
  function sendLink(purpose: LinkPurpose, lasts: number, person: { email: string } | { id: string }): void {
    mailer.send(async () => {
      const { token, key } = newLink();
      const to = await store.addLink(purpose, person, key, new Date(Date.now() + lasts));
      return to === undefined
        ? undefined
        : writeLetter(to, `${publicUrl}/${purpose}?token=${token}`, letters[purpose]);
    });
  }

  return {
    sendResetLink: (email) => sendLink('reset-password', timings.resetLink, { email }),
    sendVerifyLink: (userId) => sendLink('verify-email', timings.verifyLink, { id: userId }),

    async resetPassword({ token, password }) {
      const key = keyOf(token);
      const userId = key && (await store.findLinkOwner('reset-password', key));
      if (!userId) throw new AppError('LINK_INVALID');
      // Before the link is used up: whoever chose a common one chooses again.
      refuseCommonPassword(password);
      const isReset = await store.resetPassword(userId, key, await hashPassword(password));
      if (!isReset) throw new AppError('LINK_INVALID');
      forgetUser(userId);
    },

    async verifyEmail(token) {
      const key = keyOf(token);
      if (!key || !(await store.verifyEmail(key))) throw new AppError('LINK_INVALID');
    },

    async changePassword(userId, { currentPassword, password }, sessionToken) {
      const wrong = invalidField('currentPassword', 'currentPasswordWrong');
      const hash = await store.findPasswordHash(userId);
      if (!hash || !(await verifyPassword({ hash, password: currentPassword }))) throw wrong;
      if (password === currentPassword) throw invalidField('password', 'passwordSame');
      refuseCommonPassword(password);
      const isChanged = await store.changePassword(userId, hash, await hashPassword(password), sessionToken);
      if (!isChanged) throw wrong;
      forgetUser(userId);
    },

    async checkPassword(userId, password, field) {
      const hash = await store.findPasswordHash(userId);
      if (hash && !(await verifyPassword({ hash, password: password ?? '' })))
        throw invalidField(field, 'currentPasswordWrong');
    },

    async findLogins(userId, sessionToken) {
      const rows = await store.findLogins(userId, sessionToken);
      return rows.map(({ id, isCurrent, userAgent, ipAddress, createdAt, expiresAt }) => ({
        _id: id,
        isCurrent,
        device: deviceOf(userAgent),
        ipAddress: ipAddress ?? '',
        createdAt: createdAt.toJSON(),
        expiresAt: expiresAt.toJSON(),
      }));
    },

    async endSession(userId, sessionId) {
      if (!(await store.endSession(userId, sessionId))) throw new AppError('SESSION_NOT_FOUND');
      forgetUser(userId);
    },

    async endOtherSessions(userId, sessionToken) {
      await store.endOthers(userId, sessionToken);
      forgetUser(userId);
    },

    setContactHidden: (userId, isHidden) => store.setContactHidden(userId, isHidden),
  };
}

/** `<id of the row>.<256 random bits>`; of the second half only the hash is kept. */
function newLink(): { token: string; key: LinkKey } {
  const id = uuidv7();
  const secret = randomBytes(32).toString('base64url');
  return { token: `${id}.${secret}`, key: { id, hash: hashOf(secret) } };
}

/** Undefined for a token that cannot be one of ours. */
function keyOf(token: string): LinkKey | undefined {
  const [, id, secret] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(token) ?? [];
  return id && secret ? { id, hash: hashOf(secret) } : undefined;
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
