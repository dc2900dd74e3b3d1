import type { Notification } from '@upaj/contract/notify/notifications';
import { makeSignal } from '#lib/signal.ts';

export type NoticeNews =
  | { kind: 'arrived'; notice: Notification }
  /** Some were read on another device; so many are left. */
  | { kind: 'read'; count: number }
  /** The line stands again: what was told meanwhile has to be asked for. */
  | { kind: 'missed' };

/** What the live line told last about notices. The chat holds the line, the notices listen here. */
export const noticeNews = makeSignal<NoticeNews | undefined>(undefined);
