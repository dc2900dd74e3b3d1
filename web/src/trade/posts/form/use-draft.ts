import type { Account } from '@upaj/contract/people/profiles';
import { useEffect, useState } from 'react';
import { openDraft, type Draft } from './draft.ts';

/** The draft of this person; undefined while it is being read. What was typed last is kept when the screen goes. */
export function useDraft({ _id, address }: Account) {
  const [opened, setOpened] = useState<Draft>();
  const [number, setNumber] = useState(0);
  useEffect(() => {
    let isGone = false;
    let draft: Draft | undefined;
    const flush = () => void draft?.flush();
    const open = async () => {
      const next = await openDraft(_id, address);
      if (isGone) return;
      draft = next;
      setOpened(next);
    };
    void open();
    // A phone that opens its camera may end the page without another word.
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      isGone = true;
      flush();
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the address is only where a first draft begins
  }, [_id, number]);

  return {
    draft: opened,
    number,
    startAfresh: async () => {
      await opened?.finish();
      setOpened(undefined);
      setNumber(number + 1);
    },
  };
}
