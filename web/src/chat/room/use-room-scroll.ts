import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

const nearEnd = 60;
const nearBeginning = 900;

interface RoomScroll {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAtEnd: boolean;
  toEnd: () => void;
  onScroll: () => void;
}

interface RoomScrollOptions {
  /** The key of the last entry, which changes when something arrives at the end. */
  lastKey: string | undefined;
  /** Whether the last entry is the viewer's own, which is scrolled into view. */
  isLastOwn: boolean;
  onNearBeginning: () => void;
  onMove: () => void;
}

/**
 * A reversed column opens at its end and stays there; older messages grow at the top without moving the view.
 * Only new messages at the end need a correction.
 */
export function useRoomScroll(options: RoomScrollOptions): RoomScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);
  const atEnd = useRef(true);
  const before = useRef(options.lastKey);

  const look = () => {
    const box = scroller.current;
    if (!box) return;
    atEnd.current = box.scrollTop > -nearEnd;
    setAtEnd(atEnd.current);
    if (box.scrollHeight - box.clientHeight + box.scrollTop < nearBeginning) options.onNearBeginning();
    options.onMove();
  };
  const latestLook = useRef(look);
  useLayoutEffect(() => {
    latestLook.current = look;
  });

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || before.current === options.lastKey) return;
    before.current = options.lastKey;
    const grown = box.scrollHeight - height.current;
    height.current = box.scrollHeight;
    if (options.isLastOwn) box.scrollTop = 0;
    else if (!atEnd.current && grown > 0) box.scrollTop -= grown;
    latestLook.current();
  }, [options.lastKey, options.isLastOwn]);

  useEffect(() => {
    const box = scroller.current;
    if (!box || !content.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      height.current = box.scrollHeight;
      latestLook.current();
    });
    observer.observe(content.current);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  return {
    scroller,
    content,
    isAtEnd,
    toEnd: () => {
      const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      scroller.current?.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
    },
    onScroll: look,
  };
}

export function lowestVisible(scroller: HTMLElement | null): number {
  if (!scroller) return 0;
  const { bottom } = scroller.getBoundingClientRect();
  const messages = scroller.querySelectorAll<HTMLElement>('[data-number]');
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message && message.getBoundingClientRect().top < bottom) return Number(message.dataset['number']);
  }
  return 0;
}
