import { useQueryClient } from '@tanstack/react-query';
import { reviewFormSchema, type Review, type ReviewForm as Values } from '@upaj/contract/deals/reviews';
import type { Side } from '@upaj/contract/deals/offer-machine';
import { limits } from '@upaj/contract/limits';
import Star from 'lucide-react/icons/star';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { fieldText } from '#lib/field-text.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { Button } from '#ui/button.tsx';
import { FieldErrorText, FormError } from '#ui/field.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { saveReview } from './api.ts';

interface ReviewFormProps {
  username: string;
  reviewedRole: Side;
  review: Review | null;
  onClose: () => void;
}

export function ReviewForm({ username, reviewedRole, review, onClose }: ReviewFormProps) {
  const tCommon = useT('common');
  const t = useT('reviews');
  const client = useQueryClient();
  const { form, field, submit, failure, isBusy } = useApiForm<Values, Values>({
    schema: reviewFormSchema,
    defaultValues: { rating: review?.rating ?? 0, comment: review?.comment ?? '' },
    send: async (values) => {
      await saveReview(client, username, values);
      toast.success(t('saved'));
      onClose();
    },
  });
  const rating = useController({ control: form.control, name: 'rating' });
  const ratingError = rating.fieldState.error?.message;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <h2 className="text-lead font-semibold">{review ? t('editTitle') : t('writeTitle')}</h2>
      {failure !== undefined && (
        <FormError text={tCommon('withReason', { failure: t('saveFailed'), reason: errorText(failure) })} />
      )}
      <StarField
        name="rating"
        value={rating.field.value}
        onChange={(stars) => {
          rating.field.onChange(stars);
          form.clearErrors('rating');
        }}
        error={ratingError && fieldText(ratingError)}
      />
      <TextArea
        label={t('comment')}
        hint={t(`commentHint.${reviewedRole}`)}
        required
        limit={limits.review.max}
        {...field('comment')}
      />
      <div className="flex justify-end gap-2">
        <Button variant="line" onClick={onClose} disabled={isBusy}>
          {tCommon('cancel')}
        </Button>
        <Button type="submit" busy={isBusy}>
          {isBusy ? t('saving') : t('save')}
        </Button>
      </div>
    </form>
  );
}

const places = [1, 2, 3, 4, 5];

interface StarFieldProps {
  name: string;
  value: number;
  onChange: (rating: number) => void;
  error: string | undefined;
}

/** The stars are radio buttons, so that arrow keys work and screen readers say '4 stars'. */
function StarField({ name, value, onChange, error }: StarFieldProps) {
  const t = useT('reviews');
  const id = useId();
  const [pointed, setPointed] = useState(0);
  const shown = pointed || value;
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="flex flex-col gap-1"
    >
      <span id={id} className="font-semibold">
        {t('rating')}
      </span>
      <div className="-ml-1.5 flex" onPointerLeave={() => setPointed(0)}>
        {places.map((place) => (
          <label
            key={place}
            onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(place)}
            className="relative grid size-11 cursor-pointer place-items-center text-edge"
          >
            <input
              type="radio"
              name={name}
              value={place}
              checked={place === value}
              onChange={() => onChange(place)}
              aria-label={t('stars', { count: place })}
              className="peer absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="pointer-events-none absolute inset-0 rounded-small outline-sky peer-focus-visible:outline-3" />
            {/* The outline makes the pale yellow stars visible. */}
            <Star size={32} aria-hidden className={place <= shown ? 'fill-haldi' : undefined} />
          </label>
        ))}
      </div>
      <FieldErrorText id={`${id}-error`} error={error} />
    </div>
  );
}
