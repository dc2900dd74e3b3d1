import type { InfiniteData } from '@tanstack/react-query';
import type { ChatUser, Message } from '@upaj/contract/chat/messages';

export interface ListPage {
  users: ChatUser[];
  page: { nextCursor: string | null };
}
export type ChatList = InfiniteData<ListPage, string | undefined>;

/** Moves the partner's row to the top, with the message. Returns undefined when the partner is not in the list. */
export function moveUp(list: ChatList, partnerId: string, message: Message): ChatList | undefined {
  const known = list.pages.flatMap(({ users }) => users).find(({ _id }) => _id === partnerId);
  if (!known) return undefined;
  // An older message may arrive later, while missed ones are fetched.
  if (known.lastMessage && known.lastMessage.createdAt > message.createdAt) return list;
  const row: ChatUser = {
    ...known,
    lastMessage: {
      text: message.text,
      hasImages: message.images.length > 0,
      hasOffer: message.offer !== null,
      isOwn: message.senderId !== partnerId,
      isRead: message.isRead,
      createdAt: message.createdAt,
    },
  };
  const pages = list.pages.map((page, index) => {
    const others = page.users.filter(({ _id }) => _id !== partnerId);
    return { ...page, users: index === 0 ? [row, ...others] : others };
  });
  return { ...list, pages };
}

export function markRowRead(list: ChatList, partnerId: string): ChatList {
  const pages = list.pages.map((page) => ({
    ...page,
    users: page.users.map((user) =>
      user._id === partnerId && user.lastMessage?.isOwn && !user.lastMessage.isRead
        ? { ...user, lastMessage: { ...user.lastMessage, isRead: true } }
        : user,
    ),
  }));
  return { ...list, pages };
}
