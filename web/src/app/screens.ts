import type { QueryClient } from '@tanstack/react-query';
import { coverWidths, photoWidths } from '@upaj/contract/limits';
import { cropsQuery } from '#i18n/crop-names.ts';
import { readMarket } from '#mandi/market-page/search.ts';
import { chosenPlaceOf, placeOf } from '#people/place/place.ts';
import { coverSizes } from '#people/profiles/cover-sizes.ts';
import { readTab } from '#people/profiles/tab.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { feedQuery } from '#trade/feed/api.ts';
import { readFilters, type Filters } from '#trade/feed/filters.ts';
import { cropsFilters, nearChosen, readCropsSearch, type CropsSearch } from '#trade/feed/near-first.ts';
import { cardSizes, gallerySizes, widestInCard } from '#trade/posts/photo-sizes.ts';
import { anyoneScreens } from './anyone-screens.ts';
import { guests, members, newcomers, screensOf, unconfirmed } from './screen.ts';
import { readAbout, readList, readLogin, readNext, toSearch } from './search-params.ts';
import { administratorScreens, staffScreens } from './staff-screens.ts';

const forGuests = screensOf(guests);
const forNewcomers = screensOf(newcomers);
const forUnconfirmed = screensOf(unconfirmed);
const forMembers = screensOf(members);

const postList = {
  search: readFilters,
  prefetch: (client: QueryClient, filters: Filters) => {
    const query = feedQuery(filters);
    const isKnown = client.getQueryData(query.queryKey) !== undefined;
    if (!isKnown) void client.prefetchInfiniteQuery(query);
  },
};

/** Loads the names of crops early, because the first render shows names of commodities. */
const withNames = { prefetch: (client: QueryClient) => void client.prefetchQuery(cropsQuery) };

/**
 * Lists all screens by who may open them. The router is made from this table, and the build derives from it what the
 * server adds to a screen's HTML.
 */
export const screens = {
  guests: [
    forGuests('/login', {
      load: () => import('../routes/guests/login.tsx'),
      component: 'LoginScreen',
      texts: ['social', 'auth', 'fields'],
      search: readLogin,
    }),
    forGuests('/register', {
      load: () => import('../routes/guests/register.tsx'),
      component: 'RegisterScreen',
      texts: ['register', 'auth', 'fields'],
      search: readNext,
    }),
  ],
  newcomers: [
    forNewcomers('/complete-account', {
      load: () => import('../routes/guests/complete-account.tsx'),
      component: 'CompleteAccountScreen',
      texts: ['register', 'social', 'auth', 'fields'],
      search: readNext,
    }),
  ],
  unconfirmed: [
    forUnconfirmed('/second-step', {
      load: () => import('../routes/guests/second-step.tsx'),
      component: 'SecondStepScreen',
      texts: ['auth', 'fields'],
      search: readNext,
    }),
  ],
  anyone: anyoneScreens,
  members: [
    forMembers('/', {
      load: () => import('../routes/home/feed.tsx'),
      component: 'FeedScreen',
      texts: ['feed', 'post'],
      calls: ['/api/v1/post/feed'],
      redirect: toSearch,
      ...postList,
    }),
    forMembers('/Crops', {
      load: () => import('../routes/crops.tsx'),
      component: 'CropsScreen',
      texts: ['search', 'feed', 'post'],
      calls: ['/api/v1/post/feed?sort=$order'],
      redirect: toSearch,
      search: readCropsSearch,
      prefetch: (client: QueryClient, search: CropsSearch) => {
        // The place, and with it the order, is known only with the session.
        void client.ensureQueryData(currentUserQuery).then(
          (user) => {
            const filters = cropsFilters(search, placeOf(user));
            postList.prefetch(client, nearChosen(filters, chosenPlaceOf(user)));
          },
          () => undefined,
        );
      },
    }),
    forMembers('/search', {
      load: () => import('../routes/search.tsx'),
      component: 'SearchScreen',
      texts: ['search', 'profile', 'feed', 'post'],
      ...postList,
    }),
    forMembers('/wanted', {
      load: () => import('../routes/wanted.tsx'),
      component: 'WantedScreen',
      texts: ['search', 'feed', 'wanted', 'post'],
      search: (search): Filters & { mine?: 'true' } => ({
        ...readFilters(search),
        ...(search['mine'] === 'true' && { mine: 'true' }),
      }),
    }),
    forMembers('/wanted/new', {
      load: () => import('../routes/wanted-form.tsx'),
      component: 'NewWantedScreen',
      texts: ['create-post', 'wanted', 'fields'],
    }),
    forMembers('/wanted/$wantedId', {
      load: () => import('../routes/wanted.tsx'),
      component: 'OneWantedScreen',
      texts: ['search', 'feed', 'wanted', 'post'],
    }),
    forMembers('/wanted/$wantedId/edit', {
      load: () => import('../routes/wanted-form.tsx'),
      component: 'EditWantedScreen',
      texts: ['create-post', 'wanted', 'fields'],
    }),
    forMembers('/post/$postId', {
      load: () => import('../routes/post.tsx'),
      component: 'PostScreen',
      texts: ['caution', 'mandi', 'varieties', 'comments', 'safety', 'share', 'fields', 'post-page', 'post'],
      calls: ['/api/v1/post/$postId'],
      photos: { images: { sizes: gallerySizes, widths: photoWidths } },
    }),
    forMembers('/post/$postId/edit', {
      load: () => import('../routes/edit-post.tsx'),
      component: 'EditPostScreen',
      texts: ['create-post', 'mandi', 'fields', 'post-page', 'post'],
    }),
    forMembers('/create-post', {
      load: () => import('../routes/create-post.tsx'),
      component: 'CreatePostScreen',
      texts: ['create-post', 'mandi', 'fields', 'post'],
      search: readAbout,
    }),
    forMembers('/Profile', {
      load: () => import('../routes/own-profile.tsx'),
      component: 'OwnProfileScreen',
      texts: ['caution', 'profile', 'reviews', 'share', 'fields', 'post-page', 'saved', 'feed', 'post'],
      calls: ['/api/v1/post/current-posts'],
      photos: {
        images: { sizes: cardSizes, widths: photoWidths.filter((width) => width <= widestInCard) },
        coverImage: { sizes: coverSizes, widths: coverWidths },
      },
      search: readTab,
    }),
    forMembers('/user/$username', {
      load: () => import('../routes/user-profile.tsx'),
      component: 'UserProfileScreen',
      texts: ['caution', 'profile', 'reviews', 'safety', 'share', 'errors', 'fields', 'feed', 'post'],
      calls: ['/api/v1/users/user/$username'],
      search: readTab,
    }),
    forMembers('/user/$username/followers', {
      load: () => import('../routes/people.tsx'),
      component: 'FollowersScreen',
      texts: ['profile'],
    }),
    forMembers('/user/$username/following', {
      load: () => import('../routes/people.tsx'),
      component: 'FollowingScreen',
      texts: ['profile'],
    }),
    forMembers('/settings', {
      load: () => import('../routes/settings.tsx'),
      component: 'SettingsScreen',
      texts: ['caution', 'settings', 'auth', 'fields'],
    }),
    forMembers('/Market', {
      load: () => import('../routes/market.tsx'),
      component: 'MarketScreen',
      texts: ['market', 'varieties', 'schemes', 'alerts', 'fields'],
      calls: ['/api/market/overview?lang=$lang'],
      search: readMarket,
      ...withNames,
    }),
    forMembers('/Market/rates/$rateId', {
      load: () => import('../routes/market-rate.tsx'),
      component: 'MarketRateScreen',
      texts: ['market', 'varieties', 'alerts', 'fields', 'post'],
      calls: ['/api/v1/market/rates/$rateId', '/api/v1/market/rates/$rateId/history?days=30'],
      search: readMarket,
      ...withNames,
    }),
    forMembers('/Market/news', {
      load: () => import('../routes/market-news.tsx'),
      component: 'MarketNewsScreen',
      texts: ['market'],
      search: readMarket,
    }),
    forMembers('/Market/schemes', {
      load: () => import('../routes/market-schemes.tsx'),
      component: 'MarketSchemesScreen',
      texts: ['market', 'schemes'],
      search: readMarket,
    }),
    forMembers('/Market/schemes/$schemeId', {
      load: () => import('../routes/market-schemes.tsx'),
      component: 'MarketSchemeScreen',
      texts: ['market', 'schemes'],
      search: readMarket,
    }),
    forMembers('/Market/where-to-sell', {
      load: () => import('../routes/where-to-sell.tsx'),
      component: 'WhereToSellScreen',
      texts: ['market', 'varieties'],
      search: readMarket,
    }),
    forMembers('/notifications', {
      load: () => import('../routes/notifications.tsx'),
      component: 'NotificationsScreen',
      texts: ['notifications', 'wanted'],
    }),
    forMembers('/decisions/$decisionId', {
      load: () => import('../routes/decision.tsx'),
      component: 'DecisionScreen',
      texts: ['decisions', 'notifications', 'fields'],
    }),
    forMembers('/saved-searches', {
      load: () => import('../routes/saved-searches.tsx'),
      component: 'SavedSearchesScreen',
      texts: ['search', 'saved', 'notifications', 'feed'],
    }),
    forMembers('/post-figures', {
      load: () => import('../routes/post-figures.tsx'),
      component: 'PostFiguresScreen',
      texts: ['overview', 'post'],
    }),
    forMembers('/purchases', {
      load: () => import('../routes/purchases.tsx'),
      component: 'PurchasesScreen',
      texts: ['overview', 'deals', 'offers', 'wanted', 'post'],
    }),
    forMembers('/liked-posts', {
      load: () => import('../routes/liked-posts.tsx'),
      component: 'LikedPostsScreen',
      texts: ['saved', 'feed', 'post'],
    }),
    forMembers('/deals', {
      load: () => import('../routes/deals.tsx'),
      component: 'DealsScreen',
      texts: ['deals', 'offers', 'errors', 'fields', 'wanted'],
      search: readList,
    }),
    forMembers('/deals/$dealId', {
      load: () => import('../routes/deal.tsx'),
      component: 'DealScreen',
      texts: ['caution', 'deals', 'offers', 'profile', 'reviews', 'share', 'wanted', 'fields'],
    }),
    forMembers('/deals/$dealId/slip', {
      load: () => import('../routes/deal.tsx'),
      component: 'DealSlipScreen',
      texts: ['caution', 'deals', 'offers', 'profile', 'reviews', 'share', 'wanted', 'fields'],
    }),
    forMembers('/Chat', {
      load: () => import('../routes/chats.tsx'),
      component: 'ChatsScreen',
      texts: ['errors', 'search', 'chat', 'feed'],
      calls: ['/api/v1/messages/users'],
    }),
    forMembers('/chat/$userId', {
      load: () => import('../routes/chat.tsx'),
      component: 'ChatScreen',
      texts: [
        'caution',
        'errors',
        'chat',
        'deals',
        'offers',
        'post-page',
        'safety',
        'fields',
        'post',
        'wanted',
      ],
      calls: ['/api/v1/messages/$userId?limit=40&markSeen=false'],
      search: readAbout,
    }),
  ],
  staff: staffScreens,
  administrators: administratorScreens,
};
