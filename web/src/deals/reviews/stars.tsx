import Star from 'lucide-react/icons/star';
import { useTexts } from '#i18n/locale.ts';

const places = [1, 2, 3, 4, 5];

/** Five stars, filled up to the value in halves. */
export function Stars({ value, size = 18 }: { value: number; size?: number }) {
  const texts = useTexts('reviews');
  const halves = Math.round(value * 2) / 2;
  return (
    <span
      role="img"
      aria-label={texts.average(Number.isInteger(value) ? String(value) : value.toFixed(1))}
      className="inline-flex shrink-0 gap-0.5 text-haldi"
    >
      {places.map((place) => (
        <span key={place} className="relative">
          <Star size={size} aria-hidden />
          {halves > place - 1 && (
            <span
              className="absolute inset-y-0 left-0 overflow-hidden"
              style={{ width: halves >= place ? '100%' : '50%' }}
            >
              <Star size={size} aria-hidden fill="currentColor" className="max-w-none" />
            </span>
          )}
        </span>
      ))}
    </span>
  );
}
