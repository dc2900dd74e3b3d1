import { Link } from '@tanstack/react-router';
import type { ListedPerson } from '@upaj/contract/people/follows';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { useUser } from '#people/users/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { VerifiedTick } from '#ui/verified-tick.tsx';
import { FollowButton } from './follow-button.tsx';

export function PersonRow({ person }: { person: ListedPerson }) {
  const t = useT();
  const placeName = usePlaceName();
  const isSelf = useUser()?._id === person._id;
  const { city, district, state } = person.place;
  const place = [city || placeName(district), placeName(state)].filter(Boolean).join(', ');
  return (
    <div className="flex items-center gap-3 p-3">
      <Link
        to="/user/$username"
        params={{ username: person.username }}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3"
      >
        <Avatar name={person.fullName} src={person.avatar} />
        <span className="min-w-0">
          <span className="flex items-center gap-1.5">
            <b className="truncate font-semibold">{person.fullName}</b>
            {person.isVerified && <VerifiedTick />}
          </span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-note text-soft">
            <Badge tone="leaf">{t.names.userType[person.userType]}</Badge>
            {place}
          </span>
        </span>
      </Link>
      {!isSelf && <FollowButton person={person} className="shrink-0 px-3.5 max-sm:[&>svg]:hidden" />}
    </div>
  );
}
