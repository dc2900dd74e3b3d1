import Star from 'lucide-react/icons/star';
import { useId, useState } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { FieldErrorText } from '#ui/field.tsx';

const places = [1, 2, 3, 4, 5];

interface StarFieldProps {
  name: string;
  /** 0 while none is chosen. */
  value: number;
  onChange: (rating: number) => void;
  error: string | undefined;
}

/** Real radio buttons under five stars: arrows move between them, a screen reader says '4 stars'. */
export function StarField({ name, value, onChange, error }: StarFieldProps) {
  const texts = useTexts('reviews');
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
        {texts.rating}
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
              aria-label={texts.stars(place)}
              className="peer absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="pointer-events-none absolute inset-0 rounded-small outline-sky peer-focus-visible:outline-3" />
            {/* The outline tells where the stars are, for whom the yellow is too pale. */}
            <Star size={32} aria-hidden className={place <= shown ? 'fill-haldi' : undefined} />
          </label>
        ))}
      </div>
      <FieldErrorText id={`${id}-error`} error={error} />
    </div>
  );
}
