import { anyone, screensOf } from './screen.ts';
import { readToken } from './search-params.ts';

const forAnyone = screensOf(anyone);

/** These screens can be opened with and without a session. */
export const anyoneScreens = [
  forAnyone('/forgot-password', {
    load: () => import('../routes/guests/forgot-password.tsx'),
    component: 'ForgotPasswordScreen',
    texts: ['password', 'auth', 'fields'],
  }),
  forAnyone('/reset-password', {
    load: () => import('../routes/guests/reset-password.tsx'),
    component: 'ResetPasswordScreen',
    texts: ['password', 'auth', 'errors', 'fields'],
    search: readToken,
  }),
  forAnyone('/verify-email', {
    load: () => import('../routes/guests/verify-email.tsx'),
    component: 'VerifyEmailScreen',
    texts: ['password', 'auth', 'errors', 'fields'],
    search: readToken,
  }),
  forAnyone('/appeal', {
    load: () => import('../routes/decision.tsx'),
    component: 'AppealScreen',
    texts: ['decisions', 'notifications', 'fields'],
  }),
  forAnyone('/help', {
    load: () => import('../routes/help.tsx'),
    component: 'HelpScreen',
    texts: ['terms', 'help'],
  }),
  forAnyone('/help/$topic', {
    load: () => import('../routes/help.tsx'),
    component: 'HelpTopicScreen',
    texts: ['terms', 'help'],
  }),
] as const;
