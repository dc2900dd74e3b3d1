import type { Account, Profile } from '@upaj/contract/users';
import type { ReactNode } from 'react';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { Facts } from '#ui/facts.tsx';

/** What a profile tells beside its posts. E-mail, phone and Aadhaar are there only for their owner. */
export function About({ profile }: { profile: Profile | Account }) {
  const t = useT();
  const { date } = useFormat();
  const placeName = usePlaceName();
  const { state, district, city, village, pincode } = profile.address;
  const own = 'email' in profile ? profile : undefined;
  return (
    <div className="grid gap-4 md:grid-cols-2 md:items-start">
      <Section title={t.profile.personal}>
        <Facts
          facts={[
            { label: t.profile.fullName, value: profile.fullName },
            { label: t.profile.userType, value: t.names.userType[profile.userType] },
            { label: t.profile.email, value: own?.email ?? '' },
            { label: t.profile.phone, value: own?.contact ?? '' },
            { label: t.profile.aadhaar, value: own?.aadhaarNumber ?? '' },
            { label: t.profile.mainProduct, value: profile.majorProduct },
            { label: t.profile.memberSince, value: date(profile.joinedDate) },
          ]}
        />
      </Section>
      {state && (
        <Section title={t.profile.address}>
          <Facts
            facts={[
              { label: t.profile.village, value: village },
              { label: t.profile.city, value: city },
              { label: t.profile.district, value: placeName(district) },
              { label: t.profile.state, value: placeName(state) },
              { label: t.profile.pincode, value: pincode },
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
