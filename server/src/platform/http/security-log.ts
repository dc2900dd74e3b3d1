import type { FastifyBaseLogger } from 'fastify';

type SecurityEvent =
  | 'account-created'
  | 'account-completed'
  | 'account-deleted'
  | 'logged-in'
  | 'login-failed'
  | 'login-locked'
  | 'login-refused'
  | 'logged-out'
  | 'session-ended'
  | 'other-sessions-ended'
  | 'provider-login'
  | 'provider-linked'
  | 'password-changed'
  | 'password-reset'
  | 'email-verified'
  | ModeratorEvent;

export type ModeratorEvent =
  | 'moderator-verified'
  | 'moderator-unverified'
  | 'moderator-suspended'
  | 'moderator-restored'
  | 'moderator-hid-post'
  | 'moderator-showed-post'
  | 'moderator-deleted-comment'
  | 'moderator-resolved-report';

/** Ids only: no names, addresses, tokens or texts. */
interface SecurityDetails {
  userId?: string | undefined;
  sessionId?: string;
  postId?: string;
  commentId?: string;
  reportId?: string;
}

export function logSecurity(log: FastifyBaseLogger, event: SecurityEvent, details: SecurityDetails): void {
  log.info({ log: 'security', event, ...details }, event);
}
