import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { only, readList, readLogin, readNext, readAbout, readToken } from './search-params.ts';
import { readMarket } from '#mandi/market-page/search.ts';
import { readTab } from '#people/profiles/tab.ts';
import { isProbablyMember } from '#people/users/session.ts';
import { feedQuery } from '#trade/feed/api.ts';
import { readFilters, type Filters } from '#trade/feed/filters.ts';

// Attached in screens.ts, because their types refer to these routes.

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();
export const open = createRoute({ getParentRoute: () => root, id: 'open' });
export const guests = createRoute({ getParentRoute: () => open, id: 'guests' });
export const newcomers = createRoute({ getParentRoute: () => open, id: 'newcomers' });
export const members = createRoute({ getParentRoute: () => root, id: 'members' });

const asGuest = () => guests;
const asMember = () => members;

export const login = createRoute({
  getParentRoute: asGuest,
  path: '/login',
  validateSearch: only(readLogin),
});
export const register = createRoute({
  getParentRoute: asGuest,
  path: '/register',
  validateSearch: only(readNext),
});
export const completeAccount = createRoute({
  getParentRoute: () => newcomers,
  path: '/complete-account',
  validateSearch: only(readNext),
});
export const forgotPassword = createRoute({ getParentRoute: () => open, path: '/forgot-password' });
export const resetPassword = createRoute({
  getParentRoute: () => open,
  path: '/reset-password',
  validateSearch: only(readToken),
});
export const verifyEmail = createRoute({
  getParentRoute: () => open,
  path: '/verify-email',
  validateSearch: only(readToken),
});

// Loads the list in parallel with the screen's code and the session. On press only: fingers touch many links
// while scrolling.
const postList = {
  validateSearch: only(readFilters),
  loaderDeps: ({ search }: { search: Filters }) => search,
  loader: ({ context, deps, preload }: ListLoader) => {
    const query = feedQuery(deps);
    const isKnown = context.queryClient.getQueryData(query.queryKey) !== undefined;
    if (!preload && !isKnown && isProbablyMember()) void context.queryClient.prefetchInfiniteQuery(query);
  },
};
/** Addresses from before the search had a screen. */
const withoutSearch = {
  ...postList,
  beforeLoad: ({ search }: { search: Filters }) => {
    if (search.q) throw redirect({ to: '/search', search, replace: true });
  },
};
interface ListLoader {
  context: { queryClient: QueryClient };
  deps: Filters;
  preload: boolean;
}

export const feed = createRoute({ getParentRoute: asMember, path: '/', ...withoutSearch });
export const crops = createRoute({ getParentRoute: asMember, path: '/Crops', ...withoutSearch });
export const search = createRoute({ getParentRoute: asMember, path: '/search', ...postList });
export const wanted = createRoute({
  getParentRoute: asMember,
  path: '/wanted',
  validateSearch: only((search): Filters & { mine?: 'true' } => ({
    ...readFilters(search),
    ...(search['mine'] === 'true' && { mine: 'true' }),
  })),
});
export const newWanted = createRoute({ getParentRoute: asMember, path: '/wanted/new' });
export const oneWanted = createRoute({ getParentRoute: asMember, path: '/wanted/$wantedId' });
export const editWanted = createRoute({ getParentRoute: asMember, path: '/wanted/$wantedId/edit' });
export const post = createRoute({ getParentRoute: asMember, path: '/post/$postId' });
export const editPost = createRoute({ getParentRoute: asMember, path: '/post/$postId/edit' });
export const createPost = createRoute({ getParentRoute: asMember, path: '/create-post' });
export const ownProfile = createRoute({
  getParentRoute: asMember,
  path: '/Profile',
  validateSearch: only(readTab),
});
export const userProfile = createRoute({
  getParentRoute: asMember,
  path: '/user/$username',
  validateSearch: only(readTab),
});
export const followers = createRoute({ getParentRoute: asMember, path: '/user/$username/followers' });
export const following = createRoute({ getParentRoute: asMember, path: '/user/$username/following' });
export const settings = createRoute({ getParentRoute: asMember, path: '/settings' });

const marketScreen = { getParentRoute: asMember, validateSearch: only(readMarket) };
export const market = createRoute({ ...marketScreen, path: '/Market' });
export const marketRate = createRoute({ ...marketScreen, path: '/Market/rates/$rateId' });
export const marketNews = createRoute({ ...marketScreen, path: '/Market/news' });
export const marketSchemes = createRoute({ ...marketScreen, path: '/Market/schemes' });
export const marketScheme = createRoute({ ...marketScreen, path: '/Market/schemes/$schemeId' });
export const whereToSell = createRoute({ ...marketScreen, path: '/Market/where-to-sell' });

export const notifications = createRoute({ getParentRoute: asMember, path: '/notifications' });
export const savedSearches = createRoute({ getParentRoute: asMember, path: '/saved-searches' });
export const deals = createRoute({
  getParentRoute: asMember,
  path: '/deals',
  validateSearch: only(readList),
});
export const deal = createRoute({ getParentRoute: asMember, path: '/deals/$dealId' });
export const dealSlip = createRoute({ getParentRoute: asMember, path: '/deals/$dealId/slip' });
export const chats = createRoute({ getParentRoute: asMember, path: '/Chat' });
export const chat = createRoute({
  getParentRoute: asMember,
  path: '/chat/$userId',
  validateSearch: only(readAbout),
});

export const routeTree = root.addChildren([
  open.addChildren([
    guests.addChildren([login, register]),
    newcomers.addChildren([completeAccount]),
    forgotPassword,
    resetPassword,
    verifyEmail,
  ]),
  members.addChildren([
    feed,
    crops,
    search,
    wanted,
    newWanted,
    oneWanted,
    editWanted,
    post,
    editPost,
    createPost,
    ownProfile,
    userProfile,
    followers,
    following,
    settings,
    market,
    marketRate,
    marketNews,
    marketSchemes,
    marketScheme,
    whereToSell,
    notifications,
    savedSearches,
    deals,
    deal,
    dealSlip,
    chats,
    chat,
  ]),
]);
