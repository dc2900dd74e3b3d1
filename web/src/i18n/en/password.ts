/** The screens that a forgotten password and a link from a mail lead to. */
export const password = {
  forgotTitle: 'Forgot your password?',
  forgotText: 'Enter the email address of your account. We will send you a link to choose a new password.',
  sendLink: 'Send link',
  sending: 'Sending…',
  sentTitle: 'Check your email',
  sent: 'If there is an account with this email, we have sent a link to it. The link works for 30 minutes.',
  sentTo: 'The email you entered:',
  sentHint:
    'No email after a few minutes? Look in your spam folder, or check that the email address is correct.',
  sendAgain: 'Send again',
  sendAgainIn: (seconds: number) => `Send again in ${seconds} s`,
  sentAgain: 'New link requested.',
  otherEmail: 'Use a different email',
  toLogin: 'Back to login',
  toSettings: 'Back to settings',

  resetTitle: 'Choose a new password',
  resetText: 'You will be logged out on all your devices. Then log in with the new password.',
  newPassword: 'New password',
  save: 'Save new password',
  saving: 'Saving…',
  saved: 'Your password has been changed. Please log in with it.',

  linkInvalidTitle: 'This link no longer works',
  askAgain: 'Request a new link',

  verifyTitle: 'Verify your email',
  verifyText: 'Press the button to confirm that this email address is yours.',
  verify: 'Verify my email',
  verifying: 'Verifying…',
  verified: 'Your email is verified',
  verifiedText: 'If you ever forget your password, we can send a link to this email to choose a new one.',
  verifyAgainText: 'You can request a new link in Settings.',
};
