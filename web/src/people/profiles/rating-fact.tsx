import type { Profile } from '@upaj/contract/people/profiles';
import Star from 'lucide-react/icons/star';
import { useT } from '#i18n/locale.ts';

/** '4.6 (12 reviews)', as one of the facts of a header. */
export function Stars({ profile: { socialStats } }: { profile: Profile }) {
  const t = useT();
  const shown = socialStats.rating.toFixed(1);
  return (
    <li className="flex items-center gap-1.5">
      <Star
        size={16}
        aria-hidden
        fill={socialStats.totalReviews > 0 ? 'currentColor' : 'none'}
        className="text-haldi"
      />
      {socialStats.totalReviews > 0 ? (
        <span>
          <b aria-hidden className="font-semibold text-ink">
            {shown}
          </b>
          <span className="sr-only">{t.post.rating(shown)}</span> ({t.post.reviews(socialStats.totalReviews)})
        </span>
      ) : (
        <span>{t.post.noRating}</span>
      )}
    </li>
  );
}
