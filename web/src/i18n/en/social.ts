import type { SocialError } from '@upaj/contract/people/social-login';

export const social = {
  /** Why a log-in by Google or Facebook ended at the log-in screen. */
  errors: {
    refused: 'You did not allow the login, so nothing was shared. Try again, or use your email.',
    expired: 'This login took too long or was opened twice. Please try again.',
    'no-email':
      'This login did not share an email address. Please create an account with your email instead.',
    'not-linked':
      'An account with this email address already exists. Please log in as before, or choose “Forgot your password?”.',
    suspended: 'This account is suspended and cannot be used.',
    'not-set-up': 'This login option is not set up on this server. Please use your email.',
    failed: 'The login failed. Please try again, or use your email.',
  } satisfies Record<SocialError, string>,

  completeTitle: 'A few more details',
  completeText: 'You are almost done. Add these details so that people know who they are dealing with.',
  complete: 'Finish',
  completing: 'Saving…',
};
