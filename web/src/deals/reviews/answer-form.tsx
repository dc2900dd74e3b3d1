import { useQueryClient } from '@tanstack/react-query';
import { reviewEndpoints, type Review } from '@upaj/contract/deals/reviews';
import { limits } from '@upaj/contract/limits';
import { useT, useTexts } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useApiForm } from '#lib/form.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { answerReview } from './api.ts';

const schema = reviewEndpoints['POST /api/v1/review/:reviewId/answer'].body;

interface AnswerFormProps {
  username: string;
  review: Review;
  onClose: () => void;
}

export function AnswerForm({ username, review, onClose }: AnswerFormProps) {
  const t = useT();
  const texts = useTexts('reviews');
  const client = useQueryClient();
  const { field, submit, failure, isBusy } = useApiForm<{ text: string }, { text: string }>({
    schema,
    defaultValues: { text: '' },
    send: async ({ text }) => {
      await answerReview(client, username, review._id, text);
      toast.success(texts.answered);
      onClose();
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {failure !== undefined && (
        <FormError text={t.common.withReason(texts.answerFailed, errorText(failure, t))} />
      )}
      <TextArea
        label={texts.answer}
        hint={texts.answerHint}
        required
        rows={3}
        limit={limits.review.max}
        {...field('text')}
      />
      <div className="flex justify-end gap-2">
        <Button variant="line" onClick={onClose} disabled={isBusy}>
          {t.common.cancel}
        </Button>
        <Button type="submit" busy={isBusy}>
          {isBusy ? texts.saving : texts.sendAnswer}
        </Button>
      </div>
    </form>
  );
}
