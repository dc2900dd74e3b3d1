import { useQueryClient } from '@tanstack/react-query';
import { reviewFormSchema, type Review, type ReviewForm as Values } from '@upaj/contract/deals/reviews';
import { limits } from '@upaj/contract/limits';
import { useController } from 'react-hook-form';
import { useT, useTexts } from '#i18n/locale.ts';
import { errorText, fieldText } from '#lib/api-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/form-error.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast.ts';
import { saveReview } from './api.ts';
import { StarField } from './star-field.tsx';

interface ReviewFormProps {
  username: string;
  /** The one that is changed. */
  review: Review | null;
  onClose: () => void;
}

export function ReviewForm({ username, review, onClose }: ReviewFormProps) {
  const t = useT();
  const texts = useTexts('reviews');
  const client = useQueryClient();
  const { form, field, submit, failure, isBusy } = useSentForm<Values, Values>({
    schema: reviewFormSchema,
    defaultValues: { rating: review?.rating ?? 0, comment: review?.comment ?? '' },
    send: async (values) => {
      await saveReview(client, username, values);
      toast.success(texts.saved);
      onClose();
    },
  });
  const rating = useController({ control: form.control, name: 'rating' });
  const ratingError = rating.fieldState.error?.message;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <h2 className="text-lead font-semibold">{review ? texts.editTitle : texts.writeTitle}</h2>
      {failure !== undefined && (
        <FormError text={t.common.withReason(texts.saveFailed, errorText(failure, t))} />
      )}
      <StarField
        name="rating"
        value={rating.field.value}
        onChange={(stars) => {
          rating.field.onChange(stars);
          form.clearErrors('rating');
        }}
        error={ratingError && fieldText(ratingError, t)}
      />
      <TextArea
        label={texts.comment}
        hint={texts.commentHint}
        required
        limit={limits.review.max}
        {...field('comment')}
      />
      <div className="flex justify-end gap-2">
        <Button variant="line" onClick={onClose} disabled={isBusy}>
          {t.common.cancel}
        </Button>
        <Button type="submit" busy={isBusy}>
          {isBusy ? texts.saving : texts.save}
        </Button>
      </div>
    </form>
  );
}
