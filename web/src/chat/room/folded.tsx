import type { Message } from '@upaj/contract/chat/messages';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Handshake from 'lucide-react/icons/handshake';
import { use, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { isInBubble } from './fold-offers.ts';
import { OfferPartsContext } from './offer-parts.ts';

interface FoldedProps {
  messages: readonly Message[];
  viewerId: string;
  renderMessage: (message: Message) => ReactNode;
}

export function Folded({ messages, viewerId, renderMessage }: FoldedProps) {
  const offers = use(OfferPartsContext);
  const [isOpen, setOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  const top = useRef(0);
  // The column grows upwards, so it is scrolled back to leave the pressed line where it was.
  useLayoutEffect(() => {
    const scroller = summary.current?.closest('[role=region]');
    if (!scroller || !summary.current || top.current === 0) return;
    scroller.scrollTop += summary.current.getBoundingClientRect().top - top.current;
  }, [isOpen]);
  return (
    <details className="group w-full" open={isOpen}>
      <summary
        ref={summary}
        onClick={(event) => {
          event.preventDefault();
          top.current = event.currentTarget.getBoundingClientRect().top;
          setOpen(!isOpen);
        }}
        className="mx-auto flex min-h-11 w-fit max-w-full cursor-pointer list-none items-center gap-2 px-2 text-note text-soft hover:text-ink"
      >
        <Handshake size={16} aria-hidden className="shrink-0" />
        <span className="truncate">{offers && <offers.Folded messages={messages} />}</span>
        <ChevronDown size={16} aria-hidden className="shrink-0 group-open:rotate-180" />
      </summary>
      {isOpen && (
        <div className="flex flex-col gap-1.5">
          {messages.map((message) => (
            <div
              key={message._id}
              className={cx(
                'flex flex-col',
                !isInBubble(message)
                  ? 'items-center'
                  : message.senderId === viewerId
                    ? 'items-end'
                    : 'items-start',
              )}
            >
              {renderMessage(message)}
            </div>
          ))}
        </div>
      )}
    </details>
  );
}
