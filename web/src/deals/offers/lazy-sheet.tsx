import type { Offer } from '@upaj/contract/deals/offers';
import { loadTexts } from '#i18n/locale.ts';
import { useLoaded } from '#lib/use-loaded.ts';
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

export function LazyNewOfferSheet(props: OfferSheetProps & { postId: string }) {
  const sheets = useLoaded('offer-sheets', loadSheets);
  return sheets ? <sheets.NewOfferSheet {...props} /> : null;
}

export function LazyCounterSheet(props: OfferSheetProps & { offer: Offer }) {
  const sheets = useLoaded('offer-sheets', loadSheets);
  return sheets ? <sheets.CounterSheet {...props} /> : null;
}
