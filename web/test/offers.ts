import type { Offer, Party, Round } from '@upaj/contract/deals/offers';

const hour = 60 * 60_000;
const later = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

export const anita: Party = {
  _id: 'anita',
  username: 'anita',
  fullName: 'Anita Deshmukh',
  avatar: null,
  userType: 'merchant',
  isVerified: false,
};
export const gurpreet: Party = {
  ...anita,
  _id: 'gurpreet',
  username: 'gurpreet',
  fullName: 'Gurpreet Singh',
};

export const testRound = (change: Partial<Round> = {}): Round => ({
  quantity: 20,
  unit: 'quintal',
  price: 2100,
  priceUnit: 'per quintal',
  delivery: 'pickup',
  note: '',
  pickupDate: null,
  bags: null,
  advance: null,
  by: 'buyer',
  version: 1,
  total: 42_000,
  validUntil: later(72),
  createdAt: later(-1),
  ...change,
});

/** An offer of Anita, who wants to buy Gurpreet's wheat. */
export const testOffer = (change: Partial<Offer> = {}): Offer => ({
  _id: 'o1',
  postId: 'p1',
  goods: { title: 'Sharbati wheat', cropType: 'Wheat', image: null },
  buyer: anita,
  seller: gurpreet,
  status: 'open',
  turn: 'seller',
  version: 1,
  rounds: [testRound()],
  dealId: null,
  dealStatus: null,
  createdAt: later(-1),
  changedAt: later(-1),
  ...change,
});

/** The same offer after Gurpreet made a counter-offer of ₹2,200. */
export const counteredOffer = (change: Partial<Offer> = {}): Offer =>
  testOffer({
    turn: 'buyer',
    version: 2,
    rounds: [testRound(), testRound({ by: 'seller', version: 2, price: 2200, total: 44_000 })],
    ...change,
  });

/** The fields of the post that the offer form and the post's card use. */
export const offeredPost = {
  _id: 'p1',
  title: 'Sharbati wheat',
  price: 2100,
  priceUnit: 'per quintal',
  quantity: '४० क्विंटल',
  cropType: 'Wheat',
  images: [],
  isAvailable: true,
  author: gurpreet,
  marketPrice: {
    modalPrice: 2000,
    market: 'Khanna',
    distanceKm: 12,
    arrivalDate: new Date().toISOString().slice(0, 10),
    isSample: false,
  },
};
