import { limits } from './limits.ts';
import type { SectionValues, TextKey } from './texts.ts';

export type ErrorCode = TextKey<'errors'>;

/** Code → HTTP status. A code without a status or a text does not compile. */
export const errors = {
  INVALID_INPUT: { status: 422 },
  MALFORMED_REQUEST: { status: 400 },
  UNSUPPORTED_TYPE: { status: 415 },
  TOO_LARGE: { status: 413 },
  NOT_LOGGED_IN: { status: 401 },
  INVALID_CREDENTIALS: { status: 401 },
  FOREIGN_ORIGIN: { status: 403 },
  NOT_YOURS: { status: 403 },
  NOT_FOUND: { status: 404 },
  METHOD_NOT_ALLOWED: { status: 405 },
  POST_NOT_FOUND: { status: 404 },
  USER_NOT_FOUND: { status: 404 },
  EMAIL_TAKEN: { status: 409 },
  USERNAME_TAKEN: { status: 409 },
  AADHAAR_TAKEN: { status: 409 },
  ACCOUNT_SUSPENDED: { status: 403 },
  ACCOUNT_INCOMPLETE: { status: 403 },
  BLOCKED: { status: 403 },
  NOT_YOURSELF: { status: 409 },
  CONTACT_HIDDEN: { status: 403 },
  REVIEW_NOT_ALLOWED: { status: 403 },
  REVIEW_NOT_FOUND: { status: 404 },
  COMMENT_NOT_FOUND: { status: 404 },
  ALREADY_ANSWERED: { status: 409 },
  SESSION_NOT_FOUND: { status: 404 },
  LINK_INVALID: { status: 400 },
  PROVIDER_NOT_SET_UP: { status: 404 },
  MESSAGE_NOT_FOUND: { status: 404 },
  TOO_MANY_FEATURED: { status: 409 },
  RATE_NOT_FOUND: { status: 404 },
  ALERT_NOT_FOUND: { status: 404 },
  TOO_MANY_ALERTS: { status: 409 },
  SEARCH_NOT_FOUND: { status: 404 },
  TOO_MANY_SEARCHES: { status: 409 },
  WANTED_NOT_FOUND: { status: 404 },
  TOO_MANY_WANTED: { status: 409 },
  MERCHANTS_ONLY: { status: 403 },
  NOTIFICATION_NOT_FOUND: { status: 404 },
  SOURCE_FAILED: { status: 502 },
  TOO_MANY_REQUESTS: { status: 429 },
  REQUEST_TIMEOUT: { status: 408 },
  STORAGE_FULL: { status: 507 },
  TOO_BUSY: { status: 503 },
  UNEXPECTED: { status: 500 },
  DATABASE_UNAVAILABLE: { status: 503 },
  BUSY: { status: 503 },
  UNAVAILABLE: { status: 503 },
} as const satisfies Record<ErrorCode, { status: number }>;

/** Numbers in the texts. */
export const errorValues: SectionValues<'errors'> = {
  TOO_MANY_FEATURED: { max: limits.featuredPosts },
  TOO_MANY_ALERTS: { max: limits.alerts },
  TOO_MANY_SEARCHES: { max: limits.savedSearches },
  TOO_MANY_WANTED: { max: limits.wanted.open },
};
