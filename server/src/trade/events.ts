import type { WantedTopic } from './notifications/once-an-hour.ts';

declare module '#src/notify/outbox/rows.ts' {
  interface Events {
    'like.added': { postId: string; userId: string };
    'like.removed': { postId: string; userId: string };
    'comment.added': { commentId: string };
    'post.created': { postId: string };
    'post.edited': { postId: string };
    /** A saved search has new posts to notify of. */
    'saved-search.due': { searchId: string };
    'wanted.created': { wantedId: string };
    /** An hour has passed since the last notification of this topic. `ids` came in between. */
    'wanted-notification.due': WantedTopic & { ids: string[] };
  }
}
