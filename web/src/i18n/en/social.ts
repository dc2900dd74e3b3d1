import type { SocialError } from '@upaj/contract/social';

export const social = {
  /** Why a log-in by Google or Facebook ended at the log-in screen. */
  errors: {
    refused: 'You did not allow the log-in, so nothing was shared. Try again, or use your email.',
    expired: 'This log-in took too long or was opened twice. Please try again.',
    'no-email': 'No email address came with this log-in. Please create an account with your email instead.',
    'not-linked':
      'An account with this email address exists already. Please log in as before, or choose “Forgot your password?”.',
    suspended: 'This account is suspended. Nobody can log in to it.',
    'not-set-up': 'This log-in is not set up on this server. Please use your email.',
    failed: 'This log-in did not work. Please try again, or use your email.',
  } satisfies Record<SocialError, string>,

  completeTitle: 'A few more details',
  completeText: 'You are almost there. Tell people who they deal with, then Upaj is open to you.',
  complete: 'Finish',
  completing: 'Saving…',
};
