import type { Review } from '@upaj/contract/deals/reviews';
import Reply from 'lucide-react/icons/reply';
import { lazy, Suspense, useState } from 'react';
import { useT, useTexts } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';

const AnswerForm = lazy(async () => ({ default: (await import('./answer-form.tsx')).AnswerForm }));

/** Lets the reviewed person answer a review that they have not answered. */
export function Answer({ username, review }: { username: string; review: Review }) {
  const t = useT();
  const texts = useTexts('reviews');
  const [isOpen, setOpen] = useState(false);
  if (review.answer) return null;
  if (!isOpen) {
    return (
      <Button
        variant="quiet"
        icon={<Reply size={18} aria-hidden />}
        aria-label={`${texts.answer}: ${review.reviewerName}`}
        onClick={() => setOpen(true)}
        className="-mb-2 -ml-5 self-start"
      >
        {texts.answer}
      </Button>
    );
  }
  return (
    <Suspense fallback={<Spinner label={t.common.loading} quiet />}>
      <AnswerForm username={username} review={review} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
