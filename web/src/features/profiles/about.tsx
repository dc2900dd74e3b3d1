import type { Account, Profile } from '@upaj/contract/profiles';
import type { ReactNode } from 'react';
import { usePlaceName, useT, useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { Facts } from '#ui/facts.tsx';

/** What a profile tells beside its posts. E-mail, phone and Aadhaar are there only for their owner. */
export function About({ profile }: { profile: Profile | Account }) {
  const t = useT();
  const texts = useTexts('profile');
  const { date } = useFormat();
  const placeName = usePlaceName();
  const { state, district, city, village, pincode } = profile.address;
  const own = 'email' in profile ? profile : undefined;
  return (
    <div className="grid gap-4 md:grid-cols-2 md:items-start">
      <Section title={texts.personal}>
        <Facts
          facts={[
            { label: texts.fullName, value: profile.fullName },
            { label: texts.userType, value: t.names.userType[profile.userType] },
            { label: texts.email, value: own?.email ?? '' },
            { label: texts.phone, value: own?.contact ?? '' },
            { label: texts.aadhaar, value: own?.aadhaarNumber ?? '' },
            { label: texts.mainProduct, value: profile.majorProduct },
            { label: texts.memberSince, value: date(profile.joinedDate) },
          ]}
        />
      </Section>
      {state && (
        <Section title={texts.address}>
          <Facts
            facts={[
              { label: texts.village, value: village },
              { label: texts.city, value: city },
              { label: texts.district, value: placeName(district) },
              { label: texts.state, value: placeName(state) },
              { label: texts.pincode, value: pincode },
            ]}
          />
        </Section>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="px-4 pt-4 pb-1.5">
      <h2 className="mb-1 text-lead font-semibold">{title}</h2>
      {children}
    </Card>
  );
}
