import type { FlagRule } from '@upaj/contract/moderation/flags';

/** A made-up market of honest and dishonest posts, registrations and sellers. It is the same in each run. */

export type Hash = [number, number, number, number];

interface Labelled {
  /** The rule that should find the post, account or seller; null for an honest one. */
  wrong: FlagRule | null;
}

export interface MadeUpPost extends Labelled {
  author: string;
  title: string;
  description: string;
  price: number;
  unit: string;
  crop: string;
  photo: Hash;
  /** True when the post is created after the others. */
  isLate?: boolean;
  /** True when a moderator removes the post before the late ones are created. It is not counted itself. */
  isRemoved?: boolean;
}

export interface MadeUpAccount extends Labelled {
  address: string;
  device: string;
}

export interface MadeUpSeller extends Labelled {
  isNew: boolean;
  deals: { buyer: string; isBuyerNew: boolean; minutes: number }[];
}

export const modalPrices = { wheat: 2_500, rice: 3_400, onion: 1_800, potato: 1_200, tomato: 2_000 } as const;
const crops = Object.keys(modalPrices) as (keyof typeof modalPrices)[];

let seed = 20_261_127;
/** Returns a number from 0 to below 1. */
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const newPhoto = (): Hash => [0, 0, 0, 0].map(() => Math.floor(random() * 65_536)) as Hash;

/** Changes this many bits of the hash, as another compression or a crop of the photo does. */
function changed([...hash]: Hash, bits: number): Hash {
  const places = new Set<number>();
  while (places.size < bits) places.add(Math.floor(random() * 64));
  for (const place of places) hash[Math.floor(place / 16)]! ^= 1 << (place % 16);
  return hash as Hash;
}

const qualities = ['Clean and dry', 'Freshly harvested', 'Sorted by hand', 'Machine cleaned', 'Well graded'];
const places = [
  'near the canal',
  'on the Khanna road',
  'behind the school',
  'at our own store',
  'in the village',
];
const offers = ['Samples on request.', 'Loading on our side.', 'Come and see it.', 'Bags are included.', ''];

let people = 0;
const newPerson = () => `person ${(people += 1)}`;

function post(changes: Partial<MadeUpPost> = {}, times = 0.6 + random() * 1.2): MadeUpPost {
  const crop = (changes.crop ?? pick(crops)) as keyof typeof modalPrices;
  const unit = changes.unit ?? pick(['per kg', 'per quintal', 'per quintal', 'per bag']);
  const perQuintal = modalPrices[crop] * times;
  return {
    author: newPerson(),
    title: `${pick(['Good', 'Fresh', 'New', 'Best'])} ${crop}, ${Math.ceil(random() * 90)} quintal`,
    description: `${pick(qualities)}, ${Math.ceil(random() * 400)} bags ${pick(places)}. ${pick(offers)} ${pick(qualities)}.`,
    price: Math.round((unit === 'per kg' ? perQuintal / 100 : perQuintal) * 100) / 100,
    crop,
    photo: newPhoto(),
    wrong: null,
    ...changes,
    unit,
  };
}

const byWeight = (index: number) => ({ unit: index % 2 === 0 ? 'per kg' : 'per quintal' });
const longText = (number: number) =>
  `Offer ${number}: all grades in any quantity, delivered to every mandi of the state, payment after weighing only.`;
const numbers = [
  'Wheat HD-3086, 50 kg x 200 bags',
  'Wheat 2026-27, 1,200 quintal, lot 141401',
  'Rice Pusa 1121, ₹3,400 - ₹3,600 per quintal',
  'Onion 10/20/50 kg bags, 40.5 quintal',
  'गेहूं २०२६-२७, ५० क्विंटल',
];
const innocent = [
  'Khas khas (poppy seeds) for the kitchen',
  'Advance booking is open, pay at the gate',
  'Lucky Farm potatoes, Ganganagar',
  'Battery sprayer with pistol grip comes free',
];

function honestPosts(): MadeUpPost[] {
  const brothers = many(24, () => post());
  const traders = many(10, () => post({ description: longText(99) + newPerson() }));
  return [
    ...many(614, () => post()),
    ...many(30, (index) =>
      post({ crop: 'rice', title: 'Premium basmati, two years old', ...byWeight(index) }, 4),
    ),
    ...many(20, (index) => post({ title: 'Certified seed', ...byWeight(index) }, 7)),
    ...many(3, (index) =>
      post({ crop: 'potato', title: 'Seed potato, first generation', ...byWeight(index) }, 11),
    ),
    ...many(40, (index) => post({ title: numbers[index % numbers.length] ?? '' })),
    ...many(12, (index) => post({ description: innocent[index % 4] ?? '' })),
    ...brothers,
    // Each of these sellers has a brother who posts the same text later, three of them with the same photo.
    ...brothers.map(({ description, photo }, index) =>
      post({ description, isLate: true, ...(index < 3 && { photo }) }),
    ),
    // A trader posts the same each week.
    ...traders.flatMap((first) => [first, ...many(5, () => ({ ...first }))]),
    // The secretary of a cooperative writes for its members.
    ...many(4, () => post({ description: longText(1) })),
    ...many(9, () => post({ title: 'Wheat', description: 'Good wheat for sale' })),
  ];
}

const phoneTitles = (index: number) => {
  const number = `98${String(10_000_000 + index * 91_357)}`;
  const spaced = `${number.slice(0, 5)} ${number.slice(5)}`;
  return [`Wheat ${number}`, `Call ${spaced} for onions`, `Potato, WhatsApp +91-${spaced}`][index % 3] ?? '';
};

function dishonestPosts(honest: readonly MadeUpPost[]): MadeUpPost[] {
  const late = { isLate: true };
  const removed = many(15, (index) => post({ title: `Gold wheat ${index}`, isRemoved: true }));
  return [
    ...many(26, (index) => post({ ...late, wrong: 'price-above', ...byWeight(index) }, 11 + random() * 90)),
    ...many(4, (index) => post({ ...late, wrong: 'price-above', ...byWeight(index) }, 6)),
    ...many(10, (index) => post({ ...late, wrong: 'price-below', ...byWeight(index) }, 1 / (12 + index))),
    ...many(30, (index) => {
      const photo = changed(honest[index * 7]!.photo, index % 4);
      return post({ ...late, wrong: 'same-photo', photo });
    }),
    // Copies whose photos were cropped.
    ...many(10, (index) =>
      post({ ...late, wrong: 'same-photo', photo: changed(honest[index * 9]!.photo, 18) }),
    ),
    ...many(25, (index) => {
      return post({ ...late, wrong: 'same-text', title: 'Offer', description: longText(10 + (index % 5)) });
    }),
    ...many(20, (index) => post({ ...late, wrong: 'phone-in-title', title: phoneTitles(index) })),
    ...many(5, () =>
      post({ ...late, wrong: 'phone-in-title', title: 'Call nine eight seven six five, four three' }),
    ),
    ...many(10, (index) => {
      const description = ['Ganja too', 'Win the lottery', 'अफीम भी है', 'Share OTP to book', 'पैसा डबल'][
        index % 5
      ];
      return post({ ...late, wrong: 'words', description: description ?? '' });
    }),
    ...many(5, () => post({ ...late, wrong: 'words', description: 'G4nja too, and l0ttery' })),
    ...removed,
    ...removed.map(({ title, description, photo, price, unit, crop }, index) => {
      const text = index < 11 ? { title, description } : {};
      const copy = { ...text, photo: changed(photo, index % 3), price, unit, crop };
      return post({ ...late, ...copy, wrong: 'removed-copy' });
    }),
  ];
}

/** Makes accounts in the order of their registrations. */
export function accounts(): MadeUpAccount[] {
  const honest = (address: string, device: string): MadeUpAccount => ({ address, device, wrong: null });
  return [
    // Families: each shares a phone and an address.
    ...many(64, (index) => honest(`home ${index >> 2}`, `phone ${index >> 2}`)),
    // A village whose provider gives it one address.
    ...many(17, (index) => honest('village', `village phone ${index}`)),
    // Members who register at a fair, on their own phones.
    ...many(25, (index) => honest('fair', `fair phone ${index}`)),
    // Members whom a helper registers on one tablet.
    ...many(6, () => honest('office', 'tablet')),
    ...many(8, (index) => honest(`alone ${index}`, `alone ${index}`)),
    ...many(10, (index): MadeUpAccount => ({
      address: `vpn ${index}`,
      device: 'farm',
      wrong: 'same-device',
    })),
    ...many(24, (index): MadeUpAccount => ({
      address: 'server',
      device: `bot ${index}`,
      wrong: 'same-address',
    })),
  ];
}

export function sellers(): MadeUpSeller[] {
  const to = (buyers: number, count: number, isBuyerNew: boolean, minutes: () => number) =>
    many(count, (index) => ({ buyer: `buyer ${index % buyers}`, isBuyerNew, minutes: minutes() }));
  const day = () => 600 + random() * 3_000;
  const honest = { isNew: false, wrong: null };
  const circle = 'closed-circle' as const;
  return [
    ...many(20, () => ({ ...honest, deals: to(4, 4 + Math.floor(random() * 4), false, day) })),
    ...many(13, () => ({ ...honest, deals: to(1, 1 + Math.floor(random() * 4), true, day) })),
    // Sellers who deliver milk to the same dairy each day.
    ...many(5, () => ({ ...honest, deals: to(1, 7, false, day) })),
    // Deals that are confirmed soon, because the goods are handed over at the farm gate.
    { ...honest, deals: to(1, 6, false, () => 40) },
    // Two who have just joined and deal with each other a lot.
    { ...honest, isNew: true, deals: to(1, 5, true, day) },
    ...many(4, () => ({ isNew: true, wrong: circle, deals: to(2, 6, true, () => 200) })),
    { isNew: false, wrong: circle, deals: to(1, 8, false, () => 5) },
    { isNew: false, wrong: circle, deals: to(2, 8, false, () => 2_000) },
  ];
}

export function posts(): MadeUpPost[] {
  const honest = honestPosts();
  return [...honest, ...dishonestPosts(honest)];
}
