import { expect, test } from 'vitest';
import { districtsOf, states } from '@upaj/contract/places';
import { editDistance } from '#src/platform/names/edit-distance.ts';
import { foldSound } from '#src/platform/names/fold.ts';
import { allLanguages, placeNamesIn } from '#src/platform/texts.ts';

const most = 30;
const names = [...new Set(states.flatMap((state) => [state, ...districtsOf(state)]))];
const soundOf = (name: string) => ({
  sound: foldSound(name),
  bones: foldSound(name).replace(/[aeiou]+/g, ''),
});
type Sound = ReturnType<typeof soundOf>;
const places = names.map((name) => ({ name, ...soundOf(name) }));

/** Returns how differently two names sound. Consonants count more than vowels. */
const difference = (a: Sound, b: Sound) =>
  2 * editDistance(a.bones, b.bones, most) + editDistance(a.sound, b.sound, most);

/** Finds places whose translated name sounds much more like another place than like their own. */
function mistakable(translated: Readonly<Record<string, string>>): string[] {
  return places.flatMap((place) => {
    const heard = soundOf(translated[place.name] ?? '');
    const own = difference(heard, place);
    if (own / (heard.sound.length + heard.bones.length) < 0.5) return [];
    const [nearest] = places
      .map((other) => ({ name: other.name, cost: difference(heard, other) }))
      .filter(({ name, cost }) => name !== place.name && cost < own - 3 && cost <= 5)
      .toSorted((a, b) => a.cost - b.cost);
    return nearest ? [`${place.name} (${nearest.name})`] : [];
  });
}

// Names that are right although they sound like another place: short ones, and those in scripts that write two sounds
// alike, such as Tamil.
const exceptions: Record<string, string> = {
  hi: 'Seoni (Siwan), Raigad (Raigarh)',
  bn: 'Tawang (Thane), Nawada (Nadia), Siwan (Seoni), Dantewada (Dhamtari), Kangra (Kannur), Pulwama (Palamu), Garhwa (Agra), Barwani (Baran), Dewas (Dausa), Rewa (Auraiya), Washim (Assam), Jhalawar (Jalore), Jodhpur (Udaipur), Soreng (Saran)',
  mr: 'Nagaon (Anjaw), Raigarh (Rayagada), Seoni (Siwan), Azamgarh (Junagadh)',
  te: 'Nagaon (Anjaw), Raigarh (Raigad), Seoni (Siwan), South West Garo Hills (North Garo Hills), Howrah (Auraiya)',
  ta: 'Namsai (Namchi), Siang (Chennai), Golaghat (Kolkata), Bihar (Pakur), Saran (Churu), Goa (Khowai), Dang (Thane), Kheda (Kota), Shimla (Chamoli), Reasi (Ranchi), Samba (Chamba), Godda (Kota), Gadag (Cuttack), Kodagu (Cuttack), Balaghat (Palakkad), Bhind (Patna), Singrauli (Chandauli), Sangli (Chamoli), Satara (Chatra), Keonjhar (Cachar), Mansa (Namchi), Gangtok (Cuttack), Soreng (Churu), Budaun (Patan)',
  gu: 'Raigarh (Rayagada), Seoni (Siwan), Azamgarh (Junagadh)',
  kn: 'Raigarh (Rayagada), Seoni (Siwan), Howrah (Auraiya)',
  or: 'Jashpur (Sheopur), Seoni (Siwan), Jajpur (Jaipur), Soreng (Saran)',
  ml: 'Nagaon (Anjaw), Raigarh (Raigad), Kodagu (Cuttack), Seoni (Siwan), Aizawl (Solan), Soreng (Saran), Etah (Auraiya), Etawah (Rewa)',
  pa: 'Central Delhi (Amreli), Seoni (Siwan), Raigad (Raigarh)',
};

test.each(allLanguages.filter((language) => language !== 'en'))(
  'no place has the name of another one in %s, but for these',
  (language) => {
    expect(mistakable(placeNamesIn(language)).join(', ')).toBe(exceptions[language]);
  },
);

test('a name that belongs to another place is found', () => {
  const hindi = placeNamesIn('hi');
  expect(mistakable({ ...hindi, Nashik: hindi['Kolhapur'] ?? '' })).toContain('Nashik (Kolhapur)');
});
