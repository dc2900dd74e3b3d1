import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './search-params.ts';
import { Pending } from './guards.tsx';
import { LazyNotFound, RouteError } from './root.tsx';
import { routeTree } from './routes.ts';
import { attachScreens } from './screens.ts';

// Paths ignore case, the router's default.
export function makeRouter(queryClient: QueryClient) {
  attachScreens();
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingComponent: Pending,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: LazyNotFound,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
