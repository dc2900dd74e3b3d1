import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { closeTopLayer } from '#lib/layers.ts';
import { parseSearch, stringifySearch } from './search-params.ts';
import { GuestOnly, IncompleteOnly, Pending, WithSecondFactor } from './guards.tsx';
import { LazyNotFound, Root, RouteError } from './root.tsx';
import {
  administrators,
  anyone,
  guests,
  lazyComponent,
  members,
  newcomers,
  root,
  staff,
  unconfirmed,
} from './screen.ts';
import { screens } from './screens.ts';
import { GuestFrame } from './shell/frame.tsx';

const routeTree = root.addChildren([
  anyone.addChildren([
    guests.addChildren(screens.guests),
    newcomers.addChildren(screens.newcomers),
    unconfirmed.addChildren(screens.unconfirmed),
    ...screens.anyone,
  ]),
  members.addChildren([
    ...screens.members,
    staff.addChildren([...screens.staff, administrators.addChildren(screens.administrators)]),
  ]),
]);

root.update({ component: Root });
anyone.update({ component: GuestFrame });
guests.update({ component: GuestOnly });
newcomers.update({ component: IncompleteOnly });
unconfirmed.update({ component: WithSecondFactor });
// The shell is lazy, because guests do not need it.
members.update({
  component: lazyComponent('the shell', () => import('./shell/members-only.tsx'), 'MembersOnly'),
});

/** The router ignores the case of paths by default, so `/Crops` and `/crops` are the same screen. */
export function makeRouter(queryClient: QueryClient) {
  const router = createRouter({
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
  // Back closes an open dialog or menu instead of leaving the screen. This blocker runs before those of forms, because
  // a dialog is on top of a form.
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ action }) => action === 'BACK' && closeTopLayer(),
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
