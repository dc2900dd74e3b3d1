import { clearChat, deleteUnsent } from '#chat/messages/chat-storage.ts';
import { disownChoice } from '#i18n/locale.ts';
import { clearPlace } from '#people/place/place.ts';
import { sessionEnded } from '#people/users/events.ts';
import { clearDrafts } from '#trade/posts/form/draft-table.ts';
import { clearSharedPhotos } from '#trade/posts/form/shared-photos.ts';
import { clearSearches } from '#trade/search/recent-searches.ts';

sessionEnded.subscribe((userId) => {
  clearChat();
  clearSearches();
  clearPlace();
  disownChoice();
  void clearDrafts();
  void clearSharedPhotos();
  // Without an id the session expired: unsent messages stay, because the user did not choose to delete them.
  if (userId) void deleteUnsent(userId);
});
