import type { Profile } from '@upaj/contract/people/profiles';
import { usePlaceName, useTexts } from '#i18n/locale.ts';
import { Facts } from '#ui/facts.tsx';

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
