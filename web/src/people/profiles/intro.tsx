import type { Achievement, Profile } from '@upaj/contract/people/profiles';
import Award from 'lucide-react/icons/award';
import BadgeCheck from 'lucide-react/icons/badge-check';
import CalendarHeart from 'lucide-react/icons/calendar-heart';
import Sprout from 'lucide-react/icons/sprout';
import Star from 'lucide-react/icons/star';
import Users from 'lucide-react/icons/users';
import { useLayoutEffect, useRef, useState } from 'react';
import { langOf, useT } from '#i18n/locale.ts';
import { useVerifiedText } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';

const icons = {
  'first-post': Sprout,
  'ten-posts': Award,
  verified: BadgeCheck,
  'well-rated': Star,
  followed: Users,
  'one-year': CalendarHeart,
} satisfies Record<Achievement['icon'], typeof Award>;

type IntroProps = Pick<Profile, 'bio' | 'achievements' | 'verifiedFor'>;

/** Shows the bio and the achievements. They are folded when they would push the tabs off the first screen. */
export function Intro({ bio, achievements, verifiedFor }: IntroProps) {
  const t = useT('profile');
  const verified = useVerifiedText({ verifiedFor });
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  const count = achievements.length;
  useLayoutEffect(() => {
    const folded = [...(root.current?.querySelectorAll('[data-folded]') ?? [])];
    if (!isOpen) setCut(folded.some((each) => each.scrollHeight > each.clientHeight + 1));
  }, [isOpen, bio, count, t]);
  if (!bio && count === 0) return null;
  return (
    <div ref={root} className="flex flex-col gap-2 lg:row-start-2">
      {bio && (
        <p
          lang={langOf(bio)}
          data-folded={!isOpen || undefined}
          className={cx(
            'max-w-prose text-note whitespace-pre-line md:text-base',
            !isOpen && 'line-clamp-2 md:line-clamp-4',
          )}
        >
          {bio}
        </p>
      )}
      <div className="flex items-start justify-between gap-2 md:flex-col-reverse">
        {count > 0 && (
          <ul
            aria-label={t('achievements')}
            data-folded={!isOpen || undefined}
            className={cx(
              'flex min-w-0 flex-wrap gap-1.5 md:gap-2',
              !isOpen && 'max-md:max-h-7 max-md:overflow-hidden',
            )}
          >
            {achievements.map(({ icon }) => {
              const Icon = icons[icon];
              return (
                <li
                  key={icon}
                  className="flex min-h-7 items-center gap-1.5 rounded-full bg-haldi-wash px-2.5 text-tiny font-medium md:px-3 md:text-note"
                >
                  <Icon size={16} aria-hidden />
                  {icon === 'verified' ? verified : t(`achievement.${icon}`)}
                </li>
              );
            })}
          </ul>
        )}
        {isCut && (
          <Button
            variant="quiet"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="-my-2 -mr-2 shrink-0 px-2! text-note md:-ml-2"
          >
            {isOpen ? t('less') : t('more')}
          </Button>
        )}
      </div>
    </div>
  );
}
