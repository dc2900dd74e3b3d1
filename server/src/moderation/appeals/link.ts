import { appealLinkLasts } from '@upaj/contract/moderation/appeals';
import { isSigned, sign, type SecretKeys } from '#src/platform/signatures.ts';

const day = 24 * 60 * 60_000;

export type AppealLinks = ReturnType<typeof appealLinks>;

/**
 * Makes and reads links by which a person who cannot log in reads one decision and appeals. The token of a link is `<id
 * of the decision>.<expiry in ms>.<signature>`.
 */
export function appealLinks(keys: SecretKeys) {
  return {
    create(decisionId: string): string {
      const signed = `${decisionId}.${Date.now() + appealLinkLasts * day}`;
      return `${signed}.${sign(`appeal:${signed}`, keys[0]).toString('base64url')}`;
    },

    /** @returns the decision; undefined when the token has expired or this server did not sign it */
    read(token: string): string | undefined {
      const [, signed, decisionId, expiresAt, signature] =
        /^(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{13}))\.([\w-]{43})$/.exec(token) ?? [];
      if (!signed || !signature || Number(expiresAt) < Date.now()) return undefined;
      return isSigned(`appeal:${signed}`, Buffer.from(signature, 'base64url'), keys) ? decisionId : undefined;
    },
  };
}
