import type { Account } from '@upaj/contract/people/profiles';
import Pencil from 'lucide-react/icons/pencil';
import { lazy, Suspense, useState } from 'react';
import { useT, useTexts } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { AboutSection } from './about-section.tsx';
import { AddressFacts } from './address-facts.tsx';

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
