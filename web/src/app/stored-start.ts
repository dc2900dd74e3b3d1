import type { QueryClient } from '@tanstack/react-query';
import { isMarkedOpen } from '#lib/browser-session.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { storedOwner } from './stored-owner.ts';

const load = () => import('./stored-queries.ts');

/** Without the code of the store, nothing is stored and nothing stored is shown. */
function use(work: (stored: Awaited<ReturnType<typeof load>>) => void): void {
  void load().then(work, () => undefined);
}

/**
 * Shows what is stored until the server responds. Resolves to false when nothing is stored, or after a user who is not
 * remembered closed the browser.
 */
export async function startFromStore(client: QueryClient): Promise<boolean> {
  if (!storedOwner.read()) return false;
  try {
    const stored = await load();
    if (isMarkedOpen()) return await stored.restoreSession(client);
    await stored.forget();
  } catch {
    // The code of the store could not be loaded.
  }
  return false;
}

/** Starts the store when the server has confirmed the session, and deletes it when the session has ended. */
export function watchSession(client: QueryClient): void {
  const [name] = currentUserQuery.queryKey;
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== name || query.state.data === undefined) return;
    if (query.state.data) whenIdle(() => use((stored) => stored.startStoring(client)));
    else if (storedOwner.read()) use((stored) => void stored.forget());
  });
}
