import { useQuery } from '@tanstack/react-query';
import type { Account, Profile, PublicProfile } from '@upaj/contract/people/profiles';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Store from 'lucide-react/icons/store';
import Tractor from 'lucide-react/icons/tractor';
import { useT, useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Facts } from '#ui/card.tsx';
import { AboutSection, AddressCard, AddressFacts } from './address-card.tsx';
import { contactQuery } from './api.ts';

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

const icons = { farmer: Tractor, merchant: Store };

/** Farm or business, and certifications. */
function TradeCards({ profile }: { profile: Profile }) {
  const texts = useTexts('profile');
  const { userType, businessDetails, farmDetails } = profile;
  const Icon = icons[userType];
  const experience = businessDetails.experience || farmDetails.experience;
  const farmSize = userType === 'farmer' ? farmDetails.farmSize : '';
  const facts = [
    { label: texts.businessName[userType], value: businessDetails.businessName },
    { label: texts.specialization, value: businessDetails.specialization },
    { label: texts.farmSize, value: farmSize },
    { label: texts.experience, value: experience },
  ];
  return (
    <>
      <AboutSection
        title={
          <>
            <Icon size={22} aria-hidden className="text-leaf" />
            {texts.details[userType]}
          </>
        }
      >
        {facts.some(({ value }) => value) ? (
          <Facts facts={facts} />
        ) : (
          <p className="pb-2 text-soft">{texts.nothingYet}</p>
        )}
      </AboutSection>
      {farmDetails.certifications.length > 0 && (
        <AboutSection title={texts.certifications}>
          <ul className="flex flex-col gap-2 pb-2">
            {farmDetails.certifications.map((name) => (
              <li key={name} className="flex items-center gap-2">
                <BadgeCheck size={18} aria-hidden className="shrink-0 text-leaf" />
                <span className="min-w-0">{name}</span>
              </li>
            ))}
          </ul>
        </AboutSection>
      )}
    </>
  );
}
