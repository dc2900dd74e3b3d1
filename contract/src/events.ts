import type { Message, SendResult, SocketMessageForm } from './chat/messages.ts';
import type { WhenRestricted } from './endpoints.ts';
import type { Notification } from './notifications.ts';

/** The socket carries these events to clients. */
export interface ServerEvents {
  newMessage: (message: Message) => void;
  /** The sender's other devices get this event. The sending socket gets an acknowledgement instead. */
  ownMessage: (message: Message) => void;
  /** Both people get this event: `readerId` read the messages of `senderId` up to this number. */
  messageRead: (read: { readerId: string; senderId: string; upTo: number }) => void;
  /** Lists who is online now, of the people that the user talks to or follows. */
  getOnlineUsers: (userIds: string[]) => void;
  typing: (state: { userId: string; isTyping: boolean }) => void;
  /**
   * Both sides get this event after any change of a deal. `dealId` is null when an account was deleted together with
   * its open offers and deals.
   */
  dealChanged: (deal: { dealId: string | null }) => void;
  /** Moderators get this event when a case was opened, claimed or decided. */
  caseChanged: (state: { caseId: string }) => void;
  notification: (notification: Notification) => void;
  /** The user read notifications on another device; `count` are still unread. */
  notificationsRead: (state: { count: number }) => void;
}

export interface ClientEvents {
  /** The server acknowledges the message once it is stored. */
  send: (message: SocketMessageForm, answer: (answer: SendResult) => void) => void;
  typing: (state: { userId: string; isTyping: boolean }) => void;
}

/** Says what a restricted member may send, as `Endpoint` does for calls. */
export const clientEvents = {
  send: { whenRestricted: 'closed' },
  typing: { whenRestricted: 'closed' },
} satisfies Record<keyof ClientEvents, { whenRestricted: WhenRestricted }>;
