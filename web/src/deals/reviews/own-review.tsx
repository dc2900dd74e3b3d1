import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Review } from '@upaj/contract/deals/reviews';
import Pencil from 'lucide-react/icons/pencil';
import { lazy, Suspense, useState } from 'react';
import { useT, useTexts } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { confirm } from '#ui/confirm.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.ts';
import { deleteReview, ownReviewQuery } from './api.ts';
import { ReviewItem } from './review-item.tsx';

const ReviewForm = lazy(async () => ({ default: (await import('./review-form.tsx')).ReviewForm }));

interface OwnReviewProps {
  username: string;
  personName: string;
}

/** What the reader thinks of this person: to write, to change, to take back, or why they cannot. */
export function OwnReview({ username, personName }: OwnReviewProps) {
  const t = useT();
  const texts = useTexts('reviews');
  const { data } = useQuery(ownReviewQuery(username));
  const [isWriting, setWriting] = useState(false);
  if (!data) return null;
  const { canReview, review } = data;

  if (isWriting) {
    return (
      <Card className="p-4">
        <Suspense fallback={<Spinner label={t.common.loading} quiet />}>
          <ReviewForm username={username} review={review} onClose={() => setWriting(false)} />
        </Suspense>
      </Card>
    );
  }
  if (review) {
    return (
      <Card className="pt-3">
        <h2 className="px-4 font-semibold text-leaf">{texts.yours}</h2>
        <ReviewItem review={review} personName={personName}>
          <Written username={username} onEdit={() => setWriting(true)} />
        </ReviewItem>
      </Card>
    );
  }
  if (!canReview) return <p className="text-soft">{texts.notAllowed}</p>;
  return (
    <Button
      icon={<Pencil size={18} aria-hidden />}
      onClick={() => setWriting(true)}
      className="w-full sm:w-auto sm:self-start"
    >
      {texts.writeAction}
    </Button>
  );
}

function Written({ username, onEdit }: { username: string; onEdit: () => void }) {
  const t = useT();
  const texts = useTexts('reviews');
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => deleteReview(client, username),
    onSuccess: () => toast.success(texts.deleted),
    onError: (error) => toast.error(t.common.withReason(texts.deleteFailed, errorText(error, t))),
  });
  const remove = async () => {
    const { deleteTitle: title, deleteText: text } = texts;
    if (await confirm({ title, text, action: t.common.delete, isDangerous: true })) removal.mutate();
  };
  return (
    <div className="-mb-2 flex justify-end">
      <Button variant="quiet" onClick={onEdit} disabled={removal.isPending}>
        {t.common.edit}
      </Button>
      <Button variant="quiet" onClick={() => void remove()} busy={removal.isPending} className="text-mirch">
        {t.common.delete}
      </Button>
    </div>
  );
}

/** For the list, which need not show it twice. */
export function useOwnReview(username: string, isWanted: boolean): Review | null {
  return useQuery({ ...ownReviewQuery(username), enabled: isWanted }).data?.review ?? null;
}
