import type { Account, Profile } from '@upaj/contract/people/profiles';
import Pencil from 'lucide-react/icons/pencil';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { usePlaceName, useT, useTexts } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { Card, Facts } from '#ui/card.tsx';
import { Spinner } from '#ui/loading.tsx';

const AddressForm = lazy(async () => ({ default: (await import('./address-form.tsx')).AddressForm }));

export function AddressCard({ user }: { user: Account }) {
  const t = useT();
  const texts = useTexts('profile');
  const [isEditing, setEditing] = useState(false);
  const edit = (
    <Button
      variant="quiet"
      icon={<Pencil size={17} aria-hidden />}
      aria-label={texts.editAddress}
      onClick={() => setEditing(true)}
    >
      {t.common.edit}
    </Button>
  );
  return (
    <AboutSection title={texts.address} action={!isEditing && edit}>
      {isEditing ? (
        <Suspense fallback={<Spinner label={t.common.loading} quiet />}>
          <AddressForm address={user.address} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <AddressFacts address={user.address} />
      )}
    </AboutSection>
  );
}

export function AddressFacts({ address }: { address: Profile['address'] }) {
  const texts = useTexts('profile');
  const placeName = usePlaceName();
  if (Object.values(address).every((part) => part === ''))
    return <p className="pb-2 text-soft">{texts.noAddress}</p>;
  return (
    <Facts
      facts={[
        { label: texts.state, value: placeName(address.state) },
        { label: texts.district, value: placeName(address.district) },
        { label: texts.city, value: address.city },
        { label: texts.village, value: address.village },
        { label: texts.pincode, value: address.pincode },
      ]}
    />
  );
}

interface AboutSectionProps {
  title: ReactNode;
  /** Stands at the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
}

export function AboutSection({ title, action, children }: AboutSectionProps) {
  return (
    <Card className="px-4 pt-2 pb-2">
      <div className="flex min-h-11 items-center justify-between gap-2">
        <h2 className="flex items-center gap-2 text-lead font-semibold">{title}</h2>
        {action}
      </div>
      {children}
    </Card>
  );
}
