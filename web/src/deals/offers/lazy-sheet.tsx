import type { Offer } from '@upaj/contract/deals/offers';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loadTexts, useT } from '#i18n/locale.ts';
import { moduleQuery } from '#lib/use-loaded.ts';
import { toast } from '#ui/toast/toast.ts';
import type { NewOfferSheetProps, OfferSheetProps } from './offer-sheet.tsx';
import type { PickPostProps, WantedOfferProps } from './pick-post.tsx';

async function loadSheets() {
  const [{ NewOfferSheet, CounterSheet }, { PickPost, WantedOffer }] = await Promise.all([
    import('./offer-sheet.tsx'),
    import('./pick-post.tsx'),
    loadTexts('offers'),
    loadTexts('wanted'),
    loadTexts('post-page'),
  ]);
  return { NewOfferSheet, CounterSheet, PickPost, WantedOffer };
}

/** The query runs without a connection too, because the browser may have the code. */
export const sheetsQuery = {
  ...moduleQuery('offer-sheets', loadSheets),
  networkMode: 'always',
  retry: false,
} as const;

/** Loads the libraries first, because evaluating everything in one task would block a slow phone. */
async function loadInPieces() {
  await import('@upaj/contract/deals/terms');
  await import('#ui/forms/form.ts');
  return loadSheets();
}

export async function prefetchSheets(client: QueryClient): Promise<void> {
  await client.prefetchQuery({ ...sheetsQuery, queryFn: loadInPieces });
}

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

export function LazyNewOfferSheet(props: NewOfferSheetProps) {
  const sheets = useSheets(props.onClose);
  return sheets ? <sheets.NewOfferSheet {...props} /> : null;
}

export function LazyCounterSheet(props: OfferSheetProps & { offer: Offer }) {
  const sheets = useSheets(props.onClose);
  return sheets ? <sheets.CounterSheet {...props} /> : null;
}

export function LazyPickPost(props: PickPostProps) {
  const sheets = useSheets(props.onClose);
  return sheets ? <sheets.PickPost {...props} /> : null;
}

export function LazyWantedOffer(props: WantedOfferProps) {
  const sheets = useSheets(props.onClose);
  return sheets ? <sheets.WantedOffer {...props} /> : null;
}
