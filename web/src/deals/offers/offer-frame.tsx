import { useMediaQuery } from '#lib/use-media-query.ts';
import { Dialog, Sheet, type DialogProps } from '#ui/dialog.tsx';

/** A sheet on phones. */
export function OfferFrame(props: DialogProps) {
  return useMediaQuery('(min-width: 48rem)') ? <Dialog {...props} /> : <Sheet {...props} />;
}
