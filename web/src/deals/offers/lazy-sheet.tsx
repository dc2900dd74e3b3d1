import type { Offer } from '@upaj/contract/deals/offers';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loadTexts, useT } from '#i18n/locale.ts';
import { moduleQuery } from '#lib/use-loaded.ts';
import { toast } from '#ui/toast/toast.ts';
import type { OfferSheetProps } from './offer-sheet.tsx';

async function loadSheets() {
  const [{ NewOfferSheet, CounterSheet }] = await Promise.all([
    import('./offer-sheet.tsx'),
    loadTexts('offers'),
    loadTexts('wanted'),
    loadTexts('post-page'),
  ]);
  return { NewOfferSheet, CounterSheet };
}

/** The browser may have the code without a connection. */
export const sheetsQuery = {
  ...moduleQuery('offer-sheets', loadSheets),
  networkMode: 'always',
  retry: false,
} as const;

function useSheets(onClose: () => void) {
  const tCommon = useT('common');
  const { data, isError } = useQuery(sheetsQuery);
  useEffect(() => {
    if (!isError) return;
    toast.error(tCommon('networkError'));
    onClose();
  }, [isError, onClose, tCommon]);
  return data;
}

export function LazyNewOfferSheet(props: OfferSheetProps & { postId: string }) {
  const sheets = useSheets(props.onClose);
  return sheets ? <sheets.NewOfferSheet {...props} /> : null;
}

export function LazyCounterSheet(props: OfferSheetProps & { offer: Offer }) {
  const sheets = useSheets(props.onClose);
  return sheets ? <sheets.CounterSheet {...props} /> : null;
}
