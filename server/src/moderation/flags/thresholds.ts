import type { FlagRule } from '@upaj/contract/moderation/flags';

/** A rule flags what reaches its threshold. */
export const thresholds = {
  /** How many times the mandi's modal price the price is, or the price the modal price. */
  priceTimes: 10,
  /** How many of a photo hash's 64 bits may differ, as after another compression. The index allows at most three. */
  photoBits: 3,
  /** The number of accounts with the same photo, including the flagged one. */
  photoAccounts: 2,
  /** The number of accounts with the same text. It takes more than two, because neighbours copy each other. */
  textAccounts: 3,
  /** In characters. Shorter texts are not compared: many people write the same two words. */
  textLength: 80,
  /**
   * The number of accounts opened in one browser, which remembers four others. Fewer are normal, because families share
   * a phone.
   */
  deviceAccounts: 5,
  /**
   * The number of accounts opened from one address, and within how many hours. Providers put many phones behind one
   * address.
   */
  addressAccounts: 20,
  addressHours: 24,
  /**
   * The number of deals that a seller completed, within how many days, and with how many buyers at most. One of the two
   * conditions below must hold too.
   */
  circleDeals: 5,
  circleDays: 7,
  circleBuyers: 2,
  /** All the accounts are younger than this number of days. */
  circleAccountDays: 30,
  /** Each deal took at most this number of minutes from the agreement to the last confirmation. */
  circleMinutes: 60,
} as const;

/** What a flag adds to the weight of its case. For comparison, a report of a settled account adds 1. */
export const weights: Readonly<Record<FlagRule, number>> = {
  'removed-copy': 3,
  'closed-circle': 2,
  'former-account': 2,
  'same-aadhaar': 1,
  'badge-changed': 2,
  'same-device': 1,
  'same-address': 1,
  'same-photo': 1,
  'same-text': 1,
  'price-above': 1,
  'price-below': 1,
  words: 1,
  'phone-in-title': 0.5,
};

/**
 * Words that name what may not be sold here, or that only frauds write. Whole words are compared, folded as names are.
 */
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
