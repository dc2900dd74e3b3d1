import { lazyRouteComponent } from '@tanstack/react-router';
import type { Section } from '@upaj/contract/texts';
import { loadTexts } from '#i18n/locale.ts';
import { GuestOnly, IncompleteOnly } from './guards.tsx';
import { Root } from './root.tsx';
import * as routes from './routes.ts';
import { GuestFrame } from './shell/frame.tsx';

async function withTexts<Module>(
  names: Section | readonly Section[],
  screen: Promise<Module>,
): Promise<Module> {
  const [module] = await Promise.all([screen, ...[names].flat().map((name) => loadTexts(name))]);
  return module;
}

const loadWanted = () => withTexts(['search', 'feed', 'wanted', 'post'], import('../routes/wanted.tsx'));
const loadWantedForm = () =>
  withTexts(['create-post', 'wanted', 'fields'], import('../routes/wanted-form.tsx'));
const loadPeople = () => withTexts('profile', import('../routes/people.tsx'));
const loadDeal = () =>
  withTexts(
    ['deals', 'offers', 'profile', 'reviews', 'share', 'wanted', 'fields'],
    import('../routes/deal.tsx'),
  );

/** Each screen is its own chunk. */
export function attachScreens(): void {
  routes.root.update({ component: Root });
  routes.open.update({ component: GuestFrame });
  routes.guests.update({ component: GuestOnly });
  routes.newcomers.update({ component: IncompleteOnly });
  // Guests do not need the shell.
  routes.members.update({
    component: lazyRouteComponent(() => import('./members-only.tsx'), 'MembersOnly'),
  });
  routes.login.update({
    component: lazyRouteComponent(
      () => withTexts(['social', 'auth', 'fields'], import('../routes/login.tsx')),
      'LoginScreen',
    ),
  });
  routes.register.update({
    component: lazyRouteComponent(
      () => withTexts(['register', 'auth', 'fields'], import('../routes/register.tsx')),
      'RegisterScreen',
    ),
  });
  routes.completeAccount.update({
    component: lazyRouteComponent(
      () => withTexts(['register', 'social', 'auth', 'fields'], import('../routes/complete-account.tsx')),
      'CompleteAccountScreen',
    ),
  });
  routes.forgotPassword.update({
    component: lazyRouteComponent(
      () => withTexts(['password', 'auth', 'fields'], import('../routes/forgot-password.tsx')),
      'ForgotPasswordScreen',
    ),
  });
  routes.resetPassword.update({
    component: lazyRouteComponent(
      () => withTexts(['password', 'auth', 'errors', 'fields'], import('../routes/reset-password.tsx')),
      'ResetPasswordScreen',
    ),
  });
  routes.verifyEmail.update({
    component: lazyRouteComponent(
      () => withTexts(['password', 'auth', 'errors', 'fields'], import('../routes/verify-email.tsx')),
      'VerifyEmailScreen',
    ),
  });
  routes.feed.update({
    component: lazyRouteComponent(
      () => withTexts(['feed', 'post'], import('../routes/feed.tsx')),
      'FeedScreen',
    ),
  });
  routes.crops.update({
    component: lazyRouteComponent(
      () => withTexts(['search', 'feed', 'post'], import('../routes/crops.tsx')),
      'CropsScreen',
    ),
  });
  routes.wanted.update({
    component: lazyRouteComponent(loadWanted, 'WantedScreen'),
  });
  routes.oneWanted.update({
    component: lazyRouteComponent(loadWanted, 'OneWantedScreen'),
  });
  routes.newWanted.update({
    component: lazyRouteComponent(loadWantedForm, 'NewWantedScreen'),
  });
  routes.editWanted.update({
    component: lazyRouteComponent(loadWantedForm, 'EditWantedScreen'),
  });
  routes.search.update({
    component: lazyRouteComponent(
      () => withTexts(['search', 'profile', 'feed', 'post'], import('../routes/search.tsx')),
      'SearchScreen',
    ),
  });
  routes.post.update({
    component: lazyRouteComponent(
      () =>
        withTexts(
          ['mandi', 'comments', 'safety', 'share', 'fields', 'post-page', 'post'],
          import('../routes/post.tsx'),
        ),
      'PostScreen',
    ),
  });
  routes.editPost.update({
    component: lazyRouteComponent(
      () =>
        withTexts(['create-post', 'mandi', 'fields', 'post-page', 'post'], import('../routes/edit-post.tsx')),
      'EditPostScreen',
    ),
  });
  routes.createPost.update({
    component: lazyRouteComponent(
      () => withTexts(['create-post', 'mandi', 'fields', 'post'], import('../routes/create-post.tsx')),
      'CreatePostScreen',
    ),
  });
  routes.ownProfile.update({
    component: lazyRouteComponent(
      () =>
        withTexts(
          ['profile', 'reviews', 'share', 'fields', 'post-page', 'saved', 'feed', 'post'],
          import('../routes/own-profile.tsx'),
        ),
      'OwnProfileScreen',
    ),
  });
  routes.userProfile.update({
    component: lazyRouteComponent(
      () =>
        withTexts(
          ['profile', 'reviews', 'safety', 'share', 'errors', 'fields', 'feed', 'post'],
          import('../routes/user-profile.tsx'),
        ),
      'UserProfileScreen',
    ),
  });
  routes.followers.update({
    component: lazyRouteComponent(loadPeople, 'FollowersScreen'),
  });
  routes.following.update({
    component: lazyRouteComponent(loadPeople, 'FollowingScreen'),
  });
  routes.settings.update({
    component: lazyRouteComponent(
      () => withTexts(['settings', 'auth', 'fields'], import('../routes/settings.tsx')),
      'SettingsScreen',
    ),
  });
  routes.market.update({
    component: lazyRouteComponent(
      () => withTexts(['market', 'schemes', 'alerts', 'fields'], import('../routes/market.tsx')),
      'MarketScreen',
    ),
  });
  routes.marketRate.update({
    component: lazyRouteComponent(
      () => withTexts(['market', 'alerts', 'fields', 'post'], import('../routes/market-rate.tsx')),
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
      () => withTexts(['notifications', 'wanted'], import('../routes/notifications.tsx')),
      'NotificationsScreen',
    ),
  });
  routes.savedSearches.update({
    component: lazyRouteComponent(
      () => withTexts(['search', 'saved', 'notifications', 'feed'], import('../routes/saved-searches.tsx')),
      'SavedSearchesScreen',
    ),
  });
  routes.deals.update({
    component: lazyRouteComponent(
      () => withTexts(['deals', 'offers', 'errors', 'fields', 'wanted'], import('../routes/deals.tsx')),
      'DealsScreen',
    ),
  });
  routes.deal.update({
    component: lazyRouteComponent(loadDeal, 'DealScreen'),
  });
  routes.dealSlip.update({
    component: lazyRouteComponent(loadDeal, 'DealSlipScreen'),
  });
  routes.chats.update({
    component: lazyRouteComponent(
      () => withTexts(['errors', 'search', 'chat', 'feed'], import('../routes/chats.tsx')),
      'ChatsScreen',
    ),
  });
  routes.chat.update({
    component: lazyRouteComponent(
      () => withTexts(['errors', 'chat', 'safety', 'fields', 'post', 'wanted'], import('../routes/chat.tsx')),
      'ChatScreen',
    ),
  });
}
