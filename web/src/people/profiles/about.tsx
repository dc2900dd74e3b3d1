import { useQuery } from '@tanstack/react-query';
import type { Account, PublicProfile } from '@upaj/contract/people/profiles';
import { useT, useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Facts } from '#ui/facts.tsx';
import { AboutSection } from './about-section.tsx';
import { AddressCard } from './address-card.tsx';
import { AddressFacts } from './address-facts.tsx';
import { contactQuery } from './api.ts';
import { TradeCards } from './trade-cards.tsx';

const columns = 'grid gap-4 md:grid-cols-2 md:items-start';

/** What somebody tells beside their posts. Their e-mail stands here once their contact was shown. */
export function About({ profile }: { profile: PublicProfile }) {
  const t = useT();
  const texts = useTexts('profile');
  const { data: contact } = useQuery(contactQuery(profile.username, false));
  return (
    <div className={columns}>
      <AboutSection title={texts.personal}>
        <Facts
          facts={[
            { label: texts.fullName, value: profile.fullName },
            { label: texts.email, value: contact?.email ?? null },
            { label: texts.userType, value: t.names.userType[profile.userType] },
            { label: texts.mainProduct, value: profile.majorProduct },
            { label: texts.memberSince, value: new Date(profile.joinedDate).getFullYear() },
          ]}
        />
      </AboutSection>
      <AboutSection title={texts.address}>
        <AddressFacts address={profile.address} />
      </AboutSection>
      <TradeCards profile={profile} />
    </div>
  );
}

/** The same for its owner, with what nobody else sees. */
export function OwnAbout({ user }: { user: Account }) {
  const t = useT();
  const texts = useTexts('profile');
  const { date } = useFormat();
  return (
    <div className={columns}>
      <AboutSection title={texts.personal}>
        <Facts
          facts={[
            { label: texts.fullName, value: user.fullName },
            { label: texts.email, value: user.email },
            { label: texts.phone, value: user.contactInfo.phone },
            { label: texts.whatsapp, value: user.contactInfo.whatsapp },
            { label: texts.aadhaar, value: user.aadhaarNumber },
            { label: texts.userType, value: t.names.userType[user.userType] },
            { label: texts.mainProduct, value: user.majorProduct },
            { label: texts.memberSince, value: date(user.joinedDate) },
          ]}
        />
      </AboutSection>
      <AddressCard user={user} />
      <TradeCards profile={user} />
    </div>
  );
}
