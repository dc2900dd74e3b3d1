/**
 * The error catalogue: code → HTTP status and English text. The web translates by code, and its catalogues must
 * name every one of them, so a code without a status or a translation does not compile.
 */
export const errors = {
  INVALID_INPUT: { status: 422, message: 'Please check the marked fields' },
  MALFORMED_REQUEST: { status: 400, message: 'The request could not be read' },
  UNSUPPORTED_TYPE: { status: 415, message: 'This kind of content is not accepted here' },
  TOO_LARGE: { status: 413, message: 'That is too much data for one request' },
  NOT_LOGGED_IN: { status: 401, message: 'Please log in to continue' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password. Please try again.' },
  FOREIGN_ORIGIN: { status: 403, message: 'This request came from another website and was refused' },
  NOT_YOURS: { status: 403, message: 'Only the owner can do this' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not take that method' },
  POST_NOT_FOUND: { status: 404, message: 'Post not found' },
  USER_NOT_FOUND: { status: 404, message: 'User profile not found.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists' },
  USERNAME_TAKEN: { status: 409, message: 'This username is already taken' },
  AADHAAR_TAKEN: { status: 409, message: 'An account with this Aadhaar number already exists' },
  ACCOUNT_SUSPENDED: { status: 403, message: 'This account is suspended. Nobody can log in to it.' },
  ACCOUNT_INCOMPLETE: { status: 403, message: 'Please complete your account first' },
  BLOCKED: { status: 403, message: 'This is not possible: one of you has blocked the other' },
  NOT_YOURSELF: { status: 409, message: 'You cannot do this to yourself' },
  CONTACT_HIDDEN: { status: 403, message: 'This person does not show contact details. Please use the chat.' },
  REVIEW_NOT_ALLOWED: {
    status: 403,
    message: 'You can review a person after both of you have written to each other in the chat',
  },
  REVIEW_NOT_FOUND: { status: 404, message: 'Review not found' },
  COMMENT_NOT_FOUND: { status: 404, message: 'This comment is no longer there' },
  ALREADY_ANSWERED: { status: 409, message: 'This review has been answered already' },
  SESSION_NOT_FOUND: { status: 404, message: 'This log-in has ended already' },
  LINK_INVALID: {
    status: 400,
    message: 'This link has expired or was used already. Please ask for a new one.',
  },
  PROVIDER_NOT_SET_UP: { status: 404, message: 'This log-in is not set up on this server' },
  MESSAGE_NOT_FOUND: { status: 404, message: 'Message not found' },
  TOO_MANY_FEATURED: { status: 409, message: 'You can feature at most 3 posts at a time' },
  RATE_NOT_FOUND: { status: 404, message: 'This rate is no longer there' },
  ALERT_NOT_FOUND: { status: 404, message: 'This price alert is no longer there' },
  TOO_MANY_ALERTS: { status: 409, message: 'You can have at most 50 price alerts. Remove one first.' },
  NOTIFICATION_NOT_FOUND: { status: 404, message: 'This notification is no longer there' },
  SOURCE_FAILED: { status: 502, message: 'Not all of it came. The reason is shown at /readyz.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Please wait a little and try again.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long. Please try again.' },
  UNEXPECTED: { status: 500, message: 'Unexpected error. Please try again.' },
  UNAVAILABLE: { status: 503, message: 'The service is starting or stopping. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;
