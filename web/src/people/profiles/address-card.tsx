import type { Account, Profile } from '@upaj/contract/people/profiles';
import Pencil from 'lucide-react/icons/pencil';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { Card, Facts } from '#ui/card.tsx';
import { Spinner } from '#ui/loading.tsx';

const AddressForm = lazy(async () => ({ default: (await import('./address-form.tsx')).AddressForm }));

export function AddressCard({ user }: { user: Account }) {
  const tCommon = useT('common');
  const t = useT('profile');
  const [isEditing, setEditing] = useState(false);
  const edit = (
    <Button
      variant="quiet"
      icon={<Pencil size={17} aria-hidden />}
      aria-label={t('editAddress')}
      onClick={() => setEditing(true)}
    >
      {tCommon('edit')}
    </Button>
  );
  return (
    <AboutSection title={t('address')} action={!isEditing && edit}>
      {isEditing ? (
        <Suspense fallback={<Spinner label={tCommon('loading')} quiet />}>
          <AddressForm address={user.address} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <AddressFacts address={user.address} />
      )}
    </AboutSection>
  );
}

export function AddressFacts({ address }: { address: Profile['address'] }) {
  const t = useT('profile');
  const placeName = usePlaceName();
  if (Object.values(address).every((part) => part === ''))
    return <p className="pb-2 text-soft">{t('noAddress')}</p>;
  return (
    <Facts
      facts={[
        { label: t('state'), value: placeName(address.state) },
        { label: t('district'), value: placeName(address.district) },
        { label: t('city'), value: address.city },
        { label: t('village'), value: address.village },
        { label: t('pincode'), value: address.pincode },
      ]}
    />
  );
}

interface AboutSectionProps {
  title: ReactNode;
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
