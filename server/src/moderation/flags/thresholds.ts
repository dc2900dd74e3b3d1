import type { FlagRule } from '@upaj/contract/moderation/flags';

/** A rule flags what reaches its threshold. */
export const thresholds = {
  /** How many times the mandi's modal price is the price, or the price the modal price. */
  priceTimes: 10,
  /** Bits of 64 in which the same photo may differ after another compression: at most three, for the index. */
  photoBits: 3,
  /** Accounts with the same photo, with the one that is flagged. */
  photoAccounts: 2,
  /** Accounts with the same text. Neighbours copy each other, and many write the same two words. */
  textAccounts: 3,
  textLength: 80,
  /** Accounts on a device. Families share a phone; a browser remembers four. */
  deviceAccounts: 5,
  /** Accounts opened from an address within so many hours. Providers put many phones behind one address. */
  addressAccounts: 20,
  addressHours: 24,
  /** Deals of a seller that were completed in so many days, with so many buyers or fewer and no others. */
  circleDeals: 5,
  circleDays: 7,
  circleBuyers: 2,
  /** Only if all accounts are younger than this, */
  circleAccountDays: 30,
  /** or if each deal took at most so long from the agreement to the last confirmation. */
  circleMinutes: 60,
} as const;

/** What a flag adds to the weight of its case. A report of a settled account adds 1. */
export const weights: Readonly<Record<FlagRule, number>> = {
  'removed-copy': 3,
  'closed-circle': 2,
  'same-device': 1,
  'same-address': 1,
  'same-photo': 1,
  'same-text': 1,
  'price-above': 1,
  'price-below': 1,
  words: 1,
  'phone-in-title': 0.5,
};

/** What is not sold here, and what only frauds write. Whole words, folded as names are. */
export const words: readonly string[] = [
  'ganja',
  'charas',
  'afeem',
  'afim',
  'opium',
  'doda post',
  'poppy husk',
  'गांजा',
  'चरस',
  'अफीम',
  'डोडा पोस्त',
  'pistol',
  'katta gun',
  'पिस्तौल',
  'ivory',
  'tiger skin',
  'हाथी दांत',
  'counterfeit',
  'fake notes',
  'नकली नोट',
  'lottery',
  'lucky draw',
  'लॉटरी',
  'send otp',
  'share otp',
  'otp bhejo',
  'ओटीपी भेजें',
  'double your money',
  'paisa double',
  'पैसा डबल',
  'registration fee first',
  'pay registration fee',
  'advance only no visit',
  'instant loan',
  'work from home',
  'घर बैठे कमाएं',
];
