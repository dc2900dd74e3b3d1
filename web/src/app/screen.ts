import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  rootRouteId,
  type AnyRoute,
} from '@tanstack/react-router';
import type { Section } from '@upaj/contract/texts';
import type { ComponentType } from 'react';
import { loadTexts } from '#i18n/locale.ts';
import { NetworkError } from '#lib/api-errors.ts';
import { currentUserQuery, isProbablyMember } from '#people/users/session.ts';
import { only } from './search-params.ts';

interface RouterContext {
  queryClient: QueryClient;
}

// These routes are the parents of the screens. router.ts attaches the components that decide who may open them.

export const root = createRootRouteWithContext<RouterContext>()();
export const anyone = createRoute({ getParentRoute: () => root, id: 'anyone' });
export const guests = createRoute({ getParentRoute: () => anyone, id: 'guests' });
export const newcomers = createRoute({ getParentRoute: () => anyone, id: 'newcomers' });
export const unconfirmed = createRoute({ getParentRoute: () => anyone, id: 'unconfirmed' });
export const members = createRoute({ getParentRoute: () => root, id: 'members' });
/** Only staff load these screens. The second factor is not checked here: the server refuses calls without its code. */
export const staff = createRoute({
  getParentRoute: () => members,
  id: 'staff',
  beforeLoad: async ({ context }) => {
    const user = await (context as RouterContext).queryClient.ensureQueryData(currentUserQuery);
    if (user && !user.staffRole) throw notFound({ routeId: rootRouteId });
    if (!user) throw redirect({ to: '/login', search: { next: location.pathname } });
  },
});

/** For anyone but administrators, moderators included, these screens do not exist. */
export const administrators = createRoute({
  getParentRoute: () => staff,
  id: 'administrators',
  beforeLoad: async ({ context }) => {
    const user = await (context as RouterContext).queryClient.ensureQueryData(currentUserQuery);
    if (user?.staffRole !== 'administrator') throw notFound({ routeId: rootRouteId });
  },
});

/** The build and the server read these properties of a screen. */
export interface ScreenData {
  path: string;
  load: () => Promise<unknown>;
  /** Names the sections of texts that the screen shows, besides the core that every screen has. */
  texts: readonly Section[];
  /**
   * Lists the calls that the screen makes first. The server embeds their responses in the HTML. They may contain the
   * path's parameters, the viewer's `$lang`, and `$order`, which is nearest for viewers with an address.
   */
  calls?: readonly string[];
  /** The server preloads the first photo with this key in the responses, in the size that the screen shows. */
  photos?: Partial<Record<'images' | 'coverImage', { sizes: string; widths: readonly number[] }>>;
}

interface Screen<Module, Search extends object> extends Omit<ScreenData, 'path'> {
  load: () => Promise<Module>;
  /** The module exports the component under this name. */
  component: keyof Module;
  /** Reads the query of the address. */
  search?: (search: Record<string, unknown>) => Search;
  /** Throws a redirect where the query belongs to another screen. */
  redirect?: (search: Search) => void;
  /** Starts a call in parallel with the screen's code and the session check. */
  prefetch?: (client: QueryClient, search: Search) => void;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: ScreenData;
  }
}

/**
 * Replaces the error of a failed import by a NetworkError. For the import's own error, the router would reload the
 * page, even while offline and although another part of the page may already reload it.
 */
export function lazyComponent<Module extends Record<string, unknown>>(
  name: string,
  load: () => Promise<Module>,
  component: keyof Module,
) {
  const loadNamed = () =>
    load().catch((cause: unknown) => {
      throw new NetworkError(`import of ${name}`, { cause });
    });
  return lazyRouteComponent(loadNamed, component);
}

export function screensOf<Parent extends AnyRoute>(parent: Parent) {
  return <const Path extends string, Module, Search extends object = object>(
    path: Path,
    { load, component, texts, calls, photos, search, redirect, prefetch }: Screen<Module, Search>,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      staticData: { screen: { path, load, texts, calls, photos } },
      component: lazyComponent(
        path,
        async () => {
          const [module] = await Promise.all([load(), ...texts.map((section) => loadTexts(section))]);
          return module as Record<keyof Module, ComponentType>;
        },
        component,
      ),
      ...(search && { validateSearch: only(search) }),
      ...(redirect && { beforeLoad: (at: { search: unknown }) => redirect(at.search as Search) }),
      ...(prefetch && {
        loaderDeps: (at: { search: unknown }) => at.search as Search,
        // The call starts on press only, because fingers touch many links while scrolling.
        loader: ({ context, deps, preload }: { context: unknown; deps: unknown; preload: boolean }) => {
          const { queryClient } = context as RouterContext;
          if (!preload && isProbablyMember()) prefetch(queryClient, deps as Search);
        },
      }),
    });
}

/** Returns the rows of the table for the build. */
export function readRows(table: Record<string, readonly AnyRoute[]>): (ScreenData & { guard: string })[] {
  return Object.entries(table).flatMap(([guard, routes]) =>
    routes.flatMap(({ options }) => {
      const { screen } = options.staticData ?? {};
      return screen ? [{ guard, ...screen }] : [];
    }),
  );
}
