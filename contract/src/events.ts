import type { Message, SendResult, SocketMessageForm } from './chat/messages.ts';
import type { Notification } from './notifications.ts';

/** The socket carries these events to clients. */
export interface ServerEvents {
  newMessage: (message: Message) => void;
  /** The sender's other devices get it; the sending socket gets an acknowledgement. */
  ownMessage: (message: Message) => void;
  /** Both get it: `readerId` read the messages of `senderId` up to this number. */
  messageRead: (read: { readerId: string; senderId: string; upTo: number }) => void;
  /** Includes only people that the user talks to or follows. */
  getOnlineUsers: (userIds: string[]) => void;
  typing: (state: { userId: string; isTyping: boolean }) => void;
  /** Both sides get it after any change of the deal. Null: an account was deleted, with its open offers and deals. */
  dealChanged: (deal: { dealId: string | null }) => void;
  /** Moderators get it when a case was opened, claimed or decided. */
  caseChanged: (state: { caseId: string }) => void;
  notification: (notification: Notification) => void;
  /** Another device of the user read some; `count` remain unread. */
  notificationsRead: (state: { count: number }) => void;
}

export interface ClientEvents {
  /** Acknowledged once the message is stored. */
  send: (message: SocketMessageForm, answer: (answer: SendResult) => void) => void;
  typing: (state: { userId: string; isTyping: boolean }) => void;
}
