import { clearChat, deleteChat, deleteUnsent } from '#chat/messages/chat-storage.ts';
import { disownChoice } from '#i18n/locale.ts';
import { isRemembering } from '#lib/remembering.ts';
import { clearPlace } from '#people/place/place.ts';
import { accountDeleted, sessionEnded } from '#people/users/events.ts';
import { clearDrafts } from '#trade/posts/form/draft-table.ts';
import { clearSharedPhotos } from '#trade/posts/form/shared-photos.ts';
import { clearSearches } from '#trade/search/recent-searches.ts';

sessionEnded.subscribe((userId) => {
  clearChat();
  clearSearches();
  clearPlace();
  disownChoice();
  void clearSharedPhotos();
  // The draft of a post waits for its account.
  if (!isRemembering.get()) void clearDrafts();
  // Without an id the session expired: unsent messages stay, because the user did not choose to delete them.
  if (userId) void deleteUnsent(userId);
});

accountDeleted.subscribe((userId) => void clearDrafts(userId));

isRemembering.subscribe(() => {
  if (isRemembering.get()) return;
  deleteChat('chat_users', 'chat_unseen');
  clearSearches();
});
