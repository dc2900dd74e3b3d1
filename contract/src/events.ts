import type { Message, SendResult, SocketMessageForm } from './chat/messages.ts';
import type { Notification } from './notify/notifications.ts';

/** Over the socket. */
export interface ServerEvents {
  newMessage: (message: Message) => void;
  /** To the sender's other devices; the sending socket gets an acknowledgement. */
  ownMessage: (message: Message) => void;
  /** `readerId` read the messages of `senderId` up to this number. To both. */
  messageRead: (read: { readerId: string; senderId: string; upTo: number }) => void;
  /** Of those the user talks to or follows. */
  getOnlineUsers: (userIds: string[]) => void;
  typing: (state: { userId: string; isTyping: boolean }) => void;
  /** To both sides, after any change of the deal. Null: an account was deleted, with its open offers and deals. */
  dealChanged: (deal: { dealId: string | null }) => void;
  notification: (notification: Notification) => void;
  /** On another device; `count` remain unread. */
  notificationsRead: (state: { count: number }) => void;
}

export interface ClientEvents {
  /** Acknowledged once the message is stored. */
  send: (message: SocketMessageForm, answer: (answer: SendResult) => void) => void;
  typing: (state: { userId: string; isTyping: boolean }) => void;
}
