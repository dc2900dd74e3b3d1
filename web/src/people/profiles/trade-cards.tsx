import type { Profile } from '@upaj/contract/people/profiles';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Store from 'lucide-react/icons/store';
import Tractor from 'lucide-react/icons/tractor';
import { useTexts } from '#i18n/locale.ts';
import { Facts } from '#ui/facts.tsx';
import { AboutSection } from './about-section.tsx';

const icons = { farmer: Tractor, merchant: Store };

/** Farm or business, and certifications. */
export function TradeCards({ profile }: { profile: Profile }) {
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
