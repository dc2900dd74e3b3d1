import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Offer } from '@upaj/contract/deals/offers';
import { readQuantity } from '@upaj/contract/deals/quantity';
import type { Post } from '@upaj/contract/trade/posts';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useNow } from '#lib/use-time.ts';
import { postQuery, setAvailability } from '#trade/posts/api.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { sideOf } from '#deals/side.ts';

/** In ms after the acceptance. */
const suggestedFor = 24 * 60 * 60_000;

/** To the seller, when nothing is left or the post does not say how much. */
export function SoldOutSuggestion({ offer, viewerId }: { offer: Offer; viewerId: string }) {
  const client = useQueryClient();
  const now = useNow();
  const isNew = now - Date.parse(offer.changedAt) < suggestedFor;
  const { data: post } = useQuery({
    ...postQuery(client, offer.postId ?? ''),
    enabled: offer.postId !== null && isNew && sideOf(offer, viewerId) === 'seller',
  });
  if (!isNew || !post?.isAvailable || hasSomeLeft(post)) return null;
  return <Suggestion post={post} />;
}

function hasSomeLeft({ quantity }: Post): boolean {
  return (readQuantity(quantity)?.quantity ?? 0) > 0;
}

function Suggestion({ post }: { post: Post }) {
  const tCommon = useT('common');
  const tPostPage = useT('post-page');
  const t = useT('offers');
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => setAvailability(client, post, false),
    onSuccess: () => toast.success(tPostPage('markedSoldOut')),
    onError: (error) =>
      toast.error(tCommon('withReason', { failure: tPostPage('changeFailed'), reason: errorText(error) })),
  });
  return (
    <div className="flex flex-col gap-2 rounded-control bg-haldi-wash p-3 text-note">
      <p>{t('soldOutHint')}</p>
      <Button variant="line" busy={isPending} onClick={() => mutate()}>
        {tPostPage('markSoldOut')}
      </Button>
    </div>
  );
}
