import type { FlagRule } from '@upaj/contract/moderation/flags';

/** A rule flags what reaches its threshold. */
export const thresholds = {
  /** The price is so many times the mandi's modal price, or the modal price so many times the price. */
  priceTimes: 10,
  /** Of the 64 bits of a photo hash so many may differ after another compression. The index allows at most three. */
  photoBits: 3,
  /** So many accounts have the same photo, including the flagged one. */
  photoAccounts: 2,
  /** So many accounts have the same text. It takes more than two, because neighbours copy each other. */
  textAccounts: 3,
  /** Shorter texts are not compared: many people write the same two words. */
  textLength: 80,
  /**
   * So many accounts were opened in a browser, which remembers four others. Fewer are normal, because families share a
   * phone.
   */
  deviceAccounts: 5,
  /**
   * So many accounts were opened from an address within so many hours. Providers put many phones behind one address.
   */
  addressAccounts: 20,
  addressHours: 24,
  /**
   * A seller completed so many deals in so many days, all with at most so many buyers, and one of the two below is
   * true.
   */
  circleDeals: 5,
  circleDays: 7,
  circleBuyers: 2,
  /** All the accounts are younger than so many days. */
  circleAccountDays: 30,
  /** Each deal took at most so many minutes from the agreement to the last confirmation. */
  circleMinutes: 60,
} as const;

/** A flag adds this to the weight of its case. For comparison, a report of a settled account adds 1. */
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
