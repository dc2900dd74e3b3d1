import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Notice } from '@upaj/contract/notify/notifications';
import { noticesQuery, unreadQuery } from './api.ts';

/** Asks anew for what a notice that arrived has changed. */
export function outdate(client: QueryClient, notice: Notice): void {
  outdateNotices(client);
  if (notice.kind === 'price-alert') return outdateAlerts(client);
  if (notice.kind === 'follow' || notice.kind === 'review') return;
  // A page of the post that is open shows what was written, and how many there are.
  const { postId } = notice.data;
  if (notice.kind === 'comment') invalidate(client, ['comments', postId]);
  invalidate(client, ['post', postId]);
}

/** Asks anew for what may have changed while nothing could be told. */
export function catchUp(client: QueryClient): void {
  outdateNotices(client);
  outdateAlerts(client);
  // The line stands anew at every start too, when what is shown has only just come: that is left as it is.
  void client.refetchQueries({ queryKey: ['comments'], type: 'active', stale: true });
  void client.refetchQueries({ queryKey: ['post'], type: 'active', stale: true });
}

function outdateNotices(client: QueryClient): void {
  invalidate(client, unreadQuery.queryKey);
  invalidate(client, noticesQuery.queryKey);
}

/** An alert knows whether its price is met, and when it fired. */
function outdateAlerts(client: QueryClient): void {
  invalidate(client, ['alerts']);
}

function invalidate(client: QueryClient, queryKey: QueryKey): void {
  void client.invalidateQueries({ queryKey });
}
