import { useEffect, useRef } from 'react';
import { tellTyping } from './presence.ts';

const atMostEvery = 2_000;
const stopsAfter = 4_000;

/** Tells the other one that something is being written: at most every two seconds, and that it stopped after four. */
export function useTyping(partnerId: string): { onType: () => void; onStop: () => void } {
  const toldAt = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const onStop = () => {
    clearTimeout(timer.current);
    if (toldAt.current === 0) return;
    toldAt.current = 0;
    tellTyping(partnerId, false);
  };
  const onType = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(onStop, stopsAfter);
    if (Date.now() - toldAt.current < atMostEvery) return;
    toldAt.current = Date.now();
    tellTyping(partnerId, true);
  };
  const latestStop = useRef(onStop);
  useEffect(() => {
    latestStop.current = onStop;
  });
  useEffect(() => () => latestStop.current(), []);
  return { onType, onStop };
}
