import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '#lib/api.ts';
import { takeReading } from '#chat/messages/conversations.ts';
import type { Room } from '#chat/messages/room-cache.ts';
import { changeUnseen } from '#chat/count-unseen.ts';

/** In ms. A message counts as seen after so long on the screen. */
const seenAfter = 250;

/**
 * Marks the lowest visible message and all before it as read, while the page is visible and focused. The result must be
 * called after every scroll or change.
 */
export function useReadMarks(
  room: Room,
  viewerId: string,
  lowest: () => number,
  onSeen: (upTo: number) => void,
): () => void {
  const client = useQueryClient();
  /** The highest number that is marked or being marked. */
  const marked = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const look = () => {
    timer.current = undefined;
    if (document.visibilityState !== 'visible' || !document.hasFocus()) return;
    const upTo = lowest();
    onSeen(upTo);
    const newest = room.messages
      .filter(({ senderId, number }) => senderId === room.user._id && number <= upTo)
      .at(-1);
    if (!newest || newest.isRead || newest.number <= marked.current) return;
    const before = marked.current;
    marked.current = newest.number;
    api('PUT /api/v1/messages/mark/:messageId', { params: { messageId: newest._id } }).then(
      ({ unseen }) => {
        takeReading(client, viewerId, { readerId: viewerId, senderId: room.user._id, upTo: newest.number });
        changeUnseen(viewerId, room.user._id, () => unseen);
      },
      () => {
        // The next scroll or reconnect tries again.
        if (marked.current === newest.number) marked.current = before;
      },
    );
  };
  const latest = useRef(look);
  const lookSoon = () => {
    timer.current ??= setTimeout(() => latest.current(), seenAfter);
  };
  const latestLookSoon = useRef(lookSoon);
  useEffect(() => {
    latest.current = look;
    lookSoon();
  });
  useEffect(() => {
    const onWake = () => latestLookSoon.current();
    window.addEventListener('focus', onWake);
    document.addEventListener('visibilitychange', onWake);
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      window.removeEventListener('focus', onWake);
      document.removeEventListener('visibilitychange', onWake);
    };
  }, []);
  return lookSoon;
}
