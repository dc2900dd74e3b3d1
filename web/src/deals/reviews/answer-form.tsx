import { useQueryClient } from '@tanstack/react-query';
import { reviewEndpoints, type Review } from '@upaj/contract/deals/reviews';
import { limits } from '@upaj/contract/limits';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { answerReview } from './api.ts';

const schema = reviewEndpoints['POST /api/v1/review/:reviewId/answer'].body;

interface AnswerFormProps {
  username: string;
  review: Review;
  onClose: () => void;
}

export function AnswerForm({ username, review, onClose }: AnswerFormProps) {
  const tCommon = useT('common');
  const t = useT('reviews');
  const client = useQueryClient();
  const { field, submit, failure, isBusy } = useApiForm<{ text: string }, { text: string }>({
    schema,
    defaultValues: { text: '' },
    send: async ({ text }) => {
      await answerReview(client, username, review._id, text);
      toast.success(t('answered'));
      onClose();
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {failure !== undefined && (
        <FormError text={tCommon('withReason', { failure: t('answerFailed'), reason: errorText(failure) })} />
      )}
      <TextArea
        label={t('answer')}
        hint={t('answerHint')}
        required
        rows={3}
        limit={limits.review.max}
        {...field('text')}
      />
      <div className="flex justify-end gap-2">
        <Button variant="line" onClick={onClose} disabled={isBusy}>
          {tCommon('cancel')}
        </Button>
        <Button type="submit" busy={isBusy}>
          {isBusy ? t('saving') : t('sendAnswer')}
        </Button>
      </div>
    </form>
  );
}
