/**
 * The error catalogue: code → HTTP status and English text. The web translates by code; a code without a status or a
 * translation does not compile.
 */
export const errors = {
  INVALID_INPUT: { status: 422, message: 'Please check the highlighted fields' },
  MALFORMED_REQUEST: { status: 400, message: 'The request could not be read. Please try again.' },
  UNSUPPORTED_TYPE: { status: 415, message: 'This type of content is not supported' },
  TOO_LARGE: { status: 413, message: 'The request is too large. Please send less at a time.' },
  NOT_LOGGED_IN: { status: 401, message: 'Please log in to continue' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password. Please try again.' },
  FOREIGN_ORIGIN: { status: 403, message: 'This request came from another website and was blocked' },
  NOT_YOURS: { status: 403, message: 'Only the owner can do this' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This method is not allowed for this address' },
  POST_NOT_FOUND: { status: 404, message: 'Post not found' },
  USER_NOT_FOUND: { status: 404, message: 'User profile not found.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists' },
  USERNAME_TAKEN: { status: 409, message: 'This username is already taken' },
  AADHAAR_TAKEN: { status: 409, message: 'An account with this Aadhaar number already exists' },
  ACCOUNT_SUSPENDED: { status: 403, message: 'This account is suspended and cannot be used.' },
  ACCOUNT_INCOMPLETE: { status: 403, message: 'Please complete your account first' },
  BLOCKED: { status: 403, message: 'You cannot do this because one of you has blocked the other' },
  NOT_YOURSELF: { status: 409, message: 'You cannot do this to yourself' },
  CONTACT_HIDDEN: {
    status: 403,
    message: 'This person has hidden their contact details. Please use chat instead.',
  },
  REVIEW_NOT_ALLOWED: {
    status: 403,
    message: 'You can review a person after you have both sent messages to each other',
  },
  REVIEW_NOT_FOUND: { status: 404, message: 'Review not found' },
  COMMENT_NOT_FOUND: { status: 404, message: 'This comment no longer exists' },
  ALREADY_ANSWERED: { status: 409, message: 'This review already has a reply' },
  SESSION_NOT_FOUND: { status: 404, message: 'This device is already logged out' },
  LINK_INVALID: {
    status: 400,
    message: 'This link has expired or has already been used. Please request a new one.',
  },
  PROVIDER_NOT_SET_UP: { status: 404, message: 'This login option is not set up on this server' },
  MESSAGE_NOT_FOUND: { status: 404, message: 'Message not found' },
  TOO_MANY_FEATURED: { status: 409, message: 'You can feature at most 3 posts at a time' },
  RATE_NOT_FOUND: { status: 404, message: 'This rate is no longer available' },
  ALERT_NOT_FOUND: { status: 404, message: 'This price alert no longer exists' },
  TOO_MANY_ALERTS: { status: 409, message: 'You can have at most 50 price alerts. Remove one first.' },
  NOTIFICATION_NOT_FOUND: { status: 404, message: 'This notification no longer exists' },
  SOURCE_FAILED: { status: 502, message: 'Some data could not be fetched. See /readyz for the reason.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Please wait a while and try again.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long. Please try again.' },
  STORAGE_FULL: {
    status: 507,
    message: 'There is no space for new photos right now. Please try again later.',
  },
  TOO_BUSY: {
    status: 503,
    message: 'Too many photos are being uploaded right now. Please try again in a minute.',
  },
  UNEXPECTED: { status: 500, message: 'Unexpected error. Please try again.' },
  DATABASE_UNAVAILABLE: {
    status: 503,
    message: 'Upaj cannot be reached right now. Please try again in a moment.',
  },
  BUSY: { status: 503, message: 'Upaj is very busy right now. Please try again in a moment.' },
  UNAVAILABLE: { status: 503, message: 'The service is starting or stopping. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;
