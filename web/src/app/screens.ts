import { lazyRouteComponent } from '@tanstack/react-router';
import type { SectionName } from '#i18n/catalogue.ts';
import { loadTexts } from '#i18n/locale.ts';
import { GuestOnly, IncompleteOnly } from './guards.tsx';
import { Root } from './root.tsx';
import * as routes from './routes.ts';
import { GuestFrame } from './shell/frame.tsx';

/** A screen's code and its own texts travel side by side. */
async function withTexts<Module>(
  names: SectionName | readonly SectionName[],
  screen: Promise<Module>,
): Promise<Module> {
  const [module] = await Promise.all([screen, ...[names].flat().map((name) => loadTexts(name))]);
  return module;
}

/** Gives every route its screen. Each screen is a chunk of its own, fetched when it is first wanted. */
export function hangScreens(): void {
  routes.root.update({ component: Root });
  routes.open.update({ component: GuestFrame });
  routes.guests.update({ component: GuestOnly });
  routes.newcomers.update({ component: IncompleteOnly });
  // Whoever is on the way to the log-in has no use for the bars around a member's screens.
  routes.members.update({
    component: lazyRouteComponent(() => import('./members-only.tsx'), 'MembersOnly'),
  });
  routes.login.update({
    component: lazyRouteComponent(() => withTexts('social', import('../routes/login.tsx')), 'LoginScreen'),
  });
  routes.register.update({
    component: lazyRouteComponent(
      () => withTexts('register', import('../routes/register.tsx')),
      'RegisterScreen',
    ),
  });
  routes.completeAccount.update({
    component: lazyRouteComponent(
      () => withTexts(['register', 'social'], import('../routes/complete-account.tsx')),
      'CompleteAccountScreen',
    ),
  });
  routes.forgotPassword.update({
    component: lazyRouteComponent(
      () => withTexts('password', import('../routes/forgot-password.tsx')),
      'ForgotPasswordScreen',
    ),
  });
  routes.resetPassword.update({
    component: lazyRouteComponent(
      () => withTexts('password', import('../routes/reset-password.tsx')),
      'ResetPasswordScreen',
    ),
  });
  routes.verifyEmail.update({
    component: lazyRouteComponent(
      () => withTexts('password', import('../routes/verify-email.tsx')),
      'VerifyEmailScreen',
    ),
  });
  routes.feed.update({
    component: lazyRouteComponent(() => import('../routes/feed.tsx'), 'FeedScreen'),
  });
  routes.crops.update({
    component: lazyRouteComponent(() => import('../routes/crops.tsx'), 'CropsScreen'),
  });
  routes.post.update({
    component: lazyRouteComponent(
      () => withTexts(['mandi', 'comments', 'trust'], import('../routes/post.tsx')),
      'PostScreen',
    ),
  });
  routes.editPost.update({
    component: lazyRouteComponent(
      () => withTexts(['createPost', 'mandi'], import('../routes/edit-post.tsx')),
      'EditPostScreen',
    ),
  });
  routes.createPost.update({
    component: lazyRouteComponent(
      () => withTexts(['createPost', 'mandi'], import('../routes/create-post.tsx')),
      'CreatePostScreen',
    ),
  });
  routes.ownProfile.update({
    component: lazyRouteComponent(
      () => withTexts(['profile', 'reviews'], import('../routes/own-profile.tsx')),
      'OwnProfileScreen',
    ),
  });
  routes.userProfile.update({
    component: lazyRouteComponent(
      () => withTexts(['profile', 'reviews', 'trust'], import('../routes/user-profile.tsx')),
      'UserProfileScreen',
    ),
  });
  routes.followers.update({
    component: lazyRouteComponent(
      () => withTexts('profile', import('../routes/people.tsx')),
      'FollowersScreen',
    ),
  });
  routes.following.update({
    component: lazyRouteComponent(
      () => withTexts('profile', import('../routes/people.tsx')),
      'FollowingScreen',
    ),
  });
  routes.settings.update({
    component: lazyRouteComponent(
      () => withTexts('settings', import('../routes/settings.tsx')),
      'SettingsScreen',
    ),
  });
  routes.market.update({
    component: lazyRouteComponent(
      () => withTexts(['market', 'schemes', 'alerts'], import('../routes/market.tsx')),
      'MarketScreen',
    ),
  });
  routes.marketRate.update({
    component: lazyRouteComponent(
      () => withTexts(['market', 'alerts'], import('../routes/market-rate.tsx')),
      'MarketRateScreen',
    ),
  });
  routes.marketNews.update({
    component: lazyRouteComponent(
      () => withTexts('market', import('../routes/market-news.tsx')),
      'MarketNewsScreen',
    ),
  });
  routes.marketSchemes.update({
    component: lazyRouteComponent(
      () => withTexts(['market', 'schemes'], import('../routes/market-schemes.tsx')),
      'MarketSchemesScreen',
    ),
  });
  routes.marketScheme.update({
    component: lazyRouteComponent(
      () => withTexts(['market', 'schemes'], import('../routes/market-schemes.tsx')),
      'MarketSchemeScreen',
    ),
  });
  routes.whereToSell.update({
    component: lazyRouteComponent(
      () => withTexts('market', import('../routes/where-to-sell.tsx')),
      'WhereToSellScreen',
    ),
  });
  routes.notifications.update({
    component: lazyRouteComponent(
      () => withTexts('notices', import('../routes/notifications.tsx')),
      'NotificationsScreen',
    ),
  });
  routes.chats.update({
    component: lazyRouteComponent(() => withTexts('chat', import('../routes/chats.tsx')), 'ChatsScreen'),
  });
  routes.chat.update({
    component: lazyRouteComponent(
      () => withTexts(['chat', 'trust'], import('../routes/chat.tsx')),
      'ChatScreen',
    ),
  });
}
