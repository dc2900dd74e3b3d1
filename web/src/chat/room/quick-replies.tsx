import type { Side } from '@upaj/contract/deals/offer-machine';
import { useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { plainChipClass } from '#ui/chip.tsx';

const replies = {
  buyer: ['reply.available', 'reply.price', 'reply.place'],
  seller: ['reply.yes', 'reply.quantity', 'reply.come'],
} as const satisfies Record<Side, unknown>;

interface QuickRepliesProps {
  role: Side;
  /** Returns whether the words were sent. */
  onPick: (words: string) => boolean;
}

/** Replies are in the language of the sender. Each is sent once, because a second press is often a slip. */
export function QuickReplies({ role, onPick }: QuickRepliesProps) {
  const t = useT('chat');
  const [sent, setSent] = useState<readonly string[]>([]);
  return (
    <div role="group" aria-label={t('quickReplies')} className="-mx-3 scroll-row gap-2 px-3">
      {replies[role].map((key) => (
        <button
          key={key}
          type="button"
          aria-disabled={sent.includes(key)}
          onClick={() => {
            if (!sent.includes(key) && onPick(t(key))) setSent([...sent, key]);
          }}
          className={plainChipClass}
        >
          {t(key)}
        </button>
      ))}
    </div>
  );
}
