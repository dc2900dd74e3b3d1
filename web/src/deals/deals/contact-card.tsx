import { Link } from '@tanstack/react-router';
import type { Party } from '@upaj/contract/deals/offers';
import MessageCircle from 'lucide-react/icons/message-circle';
import { langOf, useT } from '#i18n/locale.ts';
import { asStart, usePartyName } from '#deals/deals/parties.ts';
import { Contact } from '#people/profiles/contact.tsx';
import { Caution } from '#people/users/caution.tsx';
import { Avatar, VerifiedTick } from '#ui/avatar.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

/** Leads to the profile of the other side, to the conversation and to a call. */
export function ContactCard({ party }: { party: Party }) {
  const tNames = useT('names');
  const t = useT('deals');
  const name = asStart(usePartyName()(party));
  const { username } = party;
  const who = (
    <>
      <Avatar name={name} src={party.avatar} size="medium" />
      <span className="min-w-0">
        <span className="flex items-center gap-1.5">
          <b lang={langOf(name)} className="truncate font-semibold">
            {name}
          </b>
          {party.isVerified && <VerifiedTick of={party} />}
        </span>
        <span className="block text-note text-soft">
          {username && `@${username} · `}
          {tNames(`userType.${party.userType}`)}
        </span>
      </span>
    </>
  );
  const row = 'flex min-h-11 min-w-0 items-center gap-3';
  return (
    <Card className="flex flex-col gap-3 p-4 md:p-5">
      <h2 className="text-lead font-semibold">{t('contactTitle')}</h2>
      {username === null ? (
        <>
          <span className={row}>{who}</span>
          <p className="text-soft">{t('goneText')}</p>
        </>
      ) : (
        <>
          <Link to="/user/$username" params={{ username }} className={row}>
            {who}
          </Link>
          <Caution of={party} />
          <div className="flex flex-wrap items-start gap-2">
            <Link
              to="/chat/$userId"
              params={{ userId: username }}
              search={{}}
              className={buttonClass('line')}
            >
              <MessageCircle size={18} aria-hidden />
              {t('chat')}
            </Link>
            <Contact username={username} />
          </div>
        </>
      )}
    </Card>
  );
}
