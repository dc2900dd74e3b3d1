import type { QueryClient } from '@tanstack/react-query';
import { offerChanged } from '#chat/events.ts';
import { onLive, publishLive } from '#lib/live/events.ts';
import { postQuery } from '#trade/posts/api.ts';

export const dealKeys = {
  all: ['deals'] as const,
  lists: ['deals', 'list'] as const,
  one: (dealId: string) => ['deals', 'one', dealId] as const,
  purchases: ['deals', 'purchases'] as const,
  /** The key begins with 'deals', so that a change on another device is read with the deals. */
  ownUpi: ['deals', 'own-upi'] as const,
  offers: ['offers'] as const,
};

export function invalidateDeals(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: dealKeys.all });
}

offerChanged.subscribe((client, { status, postId }) => {
  void client.invalidateQueries({ queryKey: dealKeys.offers });
  // An accepted offer takes its quantity from the post.
  if (status === 'accepted' && postId)
    void client.invalidateQueries({ queryKey: postQuery(client, postId).queryKey });
});

export function connectDeals(client: QueryClient): () => void {
  function refresh(): void {
    void client.invalidateQueries({ queryKey: dealKeys.offers });
    // Reading a deal marks its notifications as read, so a hidden page does not read it.
    const refetchType = document.visibilityState === 'visible' ? 'active' : 'none';
    void client.invalidateQueries({ queryKey: dealKeys.all, refetchType });
  }
  return onLive({
    // The id is null when an account was deleted with its offers and deals. Other domains have to refresh then too.
    dealChanged: ({ dealId }) => (dealId === null ? publishLive('missed') : refresh()),
    missed: refresh,
    // Deals that changed while the page was hidden are read now.
    woke: () => void client.refetchQueries({ queryKey: dealKeys.all, type: 'active', stale: true }),
  });
}
