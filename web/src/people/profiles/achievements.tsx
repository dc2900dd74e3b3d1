import type { Achievement } from '@upaj/contract/people/profiles';
import Award from 'lucide-react/icons/award';
import BadgeCheck from 'lucide-react/icons/badge-check';
import CalendarHeart from 'lucide-react/icons/calendar-heart';
import Sprout from 'lucide-react/icons/sprout';
import Star from 'lucide-react/icons/star';
import Users from 'lucide-react/icons/users';
import { useTexts } from '#i18n/locale.ts';

const icons = {
  'first-post': Sprout,
  'ten-posts': Award,
  verified: BadgeCheck,
  'well-rated': Star,
  followed: Users,
  'one-year': CalendarHeart,
} satisfies Record<Achievement['icon'], typeof Award>;

export function Achievements({ achievements }: { achievements: readonly Achievement[] }) {
  const texts = useTexts('profile');
  if (achievements.length === 0) return null;
  return (
    <ul aria-label={texts.achievements} className="flex flex-wrap gap-2">
      {achievements.map(({ icon }) => {
        const Icon = icons[icon];
        return (
          <li
            key={icon}
            className="flex items-center gap-1.5 rounded-full bg-haldi-wash px-3 py-1 text-note font-medium"
          >
            <Icon size={16} aria-hidden />
            {texts.achievement[icon]}
          </li>
        );
      })}
    </ul>
  );
}
