import { clearChat, deleteUnsent } from '#chat/messages/chat-storage.ts';
import { disownChoice } from '#i18n/locale.ts';
import { clearPlace } from '#people/place/place.ts';
import { followChanged, profileLoaded, sessionEnded, userUnblocked } from '#people/users/events.ts';
import { clearDrafts } from '#trade/posts/form/draft-store.ts';
import { clearSharedPhotos } from '#trade/posts/form/shared-photos.ts';
import { patchAuthor, postKeys } from '#trade/posts/post-cache.ts';
import { clearSearches } from '#trade/search/recent-searches.ts';

sessionEnded.subscribe((userId) => {
  clearChat();
  clearSearches();
  clearPlace();
  disownChoice();
  void clearDrafts();
  void clearSharedPhotos();
  // They survive a session that expired: the user did not choose to delete them.
  if (userId) void deleteUnsent(userId);
});

profileLoaded.subscribe((client, { _id, fullName, avatar, isVerified, verifiedFor, rating, socialStats }) =>
  patchAuthor(client, _id, {
    fullName,
    avatar,
    isVerified,
    verifiedFor,
    rating,
    totalReviews: socialStats.totalReviews,
  }),
);

followChanged.subscribe((client) => {
  void client.invalidateQueries({
    queryKey: postKeys.lists,
    refetchType: 'none',
    predicate: ({ queryKey }) =>
      (queryKey.at(-1) as { following?: string } | undefined)?.following === 'true',
  });
});

userUnblocked.subscribe((client) => void client.invalidateQueries({ queryKey: postKeys.lists }));
