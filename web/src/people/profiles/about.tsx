import { useQuery } from '@tanstack/react-query';
import type { Account, Profile, PublicProfile } from '@upaj/contract/people/profiles';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Store from 'lucide-react/icons/store';
import Tractor from 'lucide-react/icons/tractor';
import { langOf, useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Facts } from '#ui/card.tsx';
import { AboutSection, AddressCard, AddressFacts } from './address-card.tsx';
import { contactQuery } from './api.ts';

const columns = 'grid gap-4 md:grid-cols-2 md:items-start';

/** Shows the email only after the contact was revealed. */
export function About({ profile }: { profile: PublicProfile }) {
  const tNames = useT('names');
  const t = useT('profile');
  const { data: contact } = useQuery(contactQuery(profile.username, false));
  return (
    <div className={columns}>
      <AboutSection title={t('personal')}>
        <Facts
          facts={[
            { label: t('fullName'), value: profile.fullName },
            { label: t('email'), value: contact?.email ?? null },
            { label: t('userType'), value: tNames(`userType.${profile.userType}`) },
            { label: t('mainProduct'), value: profile.majorProduct },
            { label: t('memberSince'), value: new Date(profile.joinedDate).getFullYear() },
          ]}
        />
      </AboutSection>
      <AboutSection title={t('address')}>
        <AddressFacts address={profile.address} />
      </AboutSection>
      <TradeCards profile={profile} />
    </div>
  );
}

export function OwnAbout({ user }: { user: Account }) {
  const tNames = useT('names');
  const t = useT('profile');
  const { date } = useFormat();
  return (
    <div className={columns}>
      <AboutSection title={t('personal')}>
        <Facts
          facts={[
            { label: t('fullName'), value: user.fullName },
            { label: t('email'), value: user.email },
            { label: t('phone'), value: user.contactInfo.phone },
            { label: t('whatsapp'), value: user.contactInfo.whatsapp },
            { label: t('aadhaar'), value: user.aadhaarNumber },
            { label: t('userType'), value: tNames(`userType.${user.userType}`) },
            { label: t('mainProduct'), value: user.majorProduct },
            { label: t('memberSince'), value: date(user.joinedDate) },
          ]}
        />
      </AboutSection>
      <AddressCard user={user} />
      <TradeCards profile={user} />
    </div>
  );
}

const icons = { farmer: Tractor, merchant: Store };

function TradeCards({ profile }: { profile: Profile }) {
  const t = useT('profile');
  const { userType, businessDetails, farmDetails } = profile;
  const Icon = icons[userType];
  const experience = businessDetails.experience || farmDetails.experience;
  const farmSize = userType === 'farmer' ? farmDetails.farmSize : '';
  const facts = [
    { label: t(`businessName.${userType}`), value: businessDetails.businessName },
    { label: t('specialization'), value: businessDetails.specialization },
    { label: t('farmSize'), value: farmSize },
    { label: t('experience'), value: experience },
  ];
  return (
    <>
      <AboutSection
        title={
          <>
            <Icon size={22} aria-hidden className="text-leaf" />
            {t(`details.${userType}`)}
          </>
        }
      >
        {facts.some(({ value }) => value) ? (
          <Facts facts={facts} />
        ) : (
          <p className="pb-2 text-soft">{t('nothingYet')}</p>
        )}
      </AboutSection>
      {farmDetails.certifications.length > 0 && (
        <AboutSection title={t('certifications')}>
          <ul className="flex flex-col gap-2 pb-2">
            {farmDetails.certifications.map((name) => (
              <li key={name} className="flex items-center gap-2">
                <BadgeCheck size={18} aria-hidden className="shrink-0 text-leaf" />
                <span lang={langOf(name)} className="min-w-0">
                  {name}
                </span>
              </li>
            ))}
          </ul>
        </AboutSection>
      )}
    </>
  );
}
