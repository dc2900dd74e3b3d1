import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateDeals } from '#deals/live.ts';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { setAvailability } from '#trade/posts/api.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast/toast.ts';

/** Lets the seller mark the post as sold out, when an acceptance may have taken the last goods. */
export function SellOut({ postId }: { postId: string }) {
  const tCommon = useT('common');
  const t = useT('offers');
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => setAvailability(client, { _id: postId }, false),
    onSuccess: () => {
      toast.success(t('soldOut'));
      return invalidateDeals(client);
    },
    onError: (error) =>
      toast.error(tCommon('withReason', { failure: t('sellOutFailed'), reason: errorText(error) })),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-leaf-wash p-4">
      <p className="min-w-0 flex-1 basis-56">{t('sellOutText')}</p>
      <Button variant="line" onClick={() => mutate()} busy={isPending}>
        {t('sellOut')}
      </Button>
    </div>
  );
}
