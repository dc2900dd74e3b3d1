import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Deal } from '@upaj/contract/deals/deals';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { setAvailability } from '#trade/posts/api.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { refreshDeal } from './api.ts';

export function SellOut({ deal: { _id, postId, canSellOut } }: { deal: Deal }) {
  const tCommon = useT('common');
  const t = useT('deals');
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (soldPostId: string) => setAvailability(client, { _id: soldPostId }, false),
    onSuccess: () => {
      toast.success(t('soldOut'));
      return refreshDeal(client, _id);
    },
    onError: (error) =>
      toast.error(tCommon('withReason', { failure: t('sellOutFailed'), reason: errorText(error) })),
  });
  if (!canSellOut || postId === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-leaf-wash p-4">
      <p className="min-w-0 flex-1 basis-56">{t('sellOutText')}</p>
      <Button variant="line" onClick={() => mutate(postId)} busy={isPending}>
        {t('sellOut')}
      </Button>
    </div>
  );
}
