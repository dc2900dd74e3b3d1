import { useState } from 'react';
import { keepChat, readChat } from './chat-storage.ts';

/** What is being typed to somebody. It is there again for whoever leaves the room and comes back, in the same tab. */
export function useHalfTyped(viewerId: string, partnerId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readAll(viewerId)[partnerId] ?? '');
  return [
    text,
    (typed) => {
      setText(typed);
      const { [partnerId]: _, ...others } = readAll(viewerId);
      keepChat('chat_drafts', viewerId, typed.trim() ? { ...others, [partnerId]: typed } : others);
    },
  ];
}

function readAll(viewerId: string): Record<string, string> {
  return readChat<Record<string, string>>('chat_drafts', viewerId) ?? {};
}
