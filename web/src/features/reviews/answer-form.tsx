import { useQueryClient } from '@tanstack/react-query';
import { limits } from '@upaj/contract/limits';
import { reviewEndpoints, type Review } from '@upaj/contract/reviews';
import { useWatch } from 'react-hook-form';
import { useT, useTexts } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/form-error.tsx';
import { toast } from '#ui/toast.ts';
import { answerReview } from './api.ts';
import { CountedTextArea } from './counted-text-area.tsx';

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
  const { form, field, submit, failure, isBusy } = useSentForm<{ text: string }, { text: string }>({
    schema,
    defaultValues: { text: '' },
    send: async ({ text }) => {
      await answerReview(client, username, review._id, text);
      toast.success(texts.answered);
      onClose();
    },
  });
  const text = useWatch({ control: form.control, name: 'text' });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {failure !== undefined && (
        <FormError text={t.common.withReason(texts.answerFailed, errorText(failure, t))} />
      )}
      <CountedTextArea
        label={texts.answer}
        hint={texts.answerHint}
        required
        rows={3}
        maxLength={limits.review.max}
        used={text.length}
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
