import { cropKeyOf, crops, type Category } from '@upaj/contract/crops';
import { districtsOf, states } from '@upaj/contract/places';

/** A row of a crop. Frequent crops have several equal rows, so that a uniform draw picks them more often. */
interface CropRow {
  key: string;
  en: string;
  hi: string;
  category: Category;
  units: readonly string[];
  /** The middle price of the crop, in rupees per kilogram, piece or litre. */
  middle: number;
}

interface PlaceRow {
  state: string;
  district: string;
}

const weightOf: Record<Category, number> = {
  Grains: 22,
  Vegetables: 24,
  Fruits: 16,
  Dairy: 8,
  Poultry: 5,
  Spices: 8,
  Pulses: 8,
  Organic: 3,
  Seeds: 3,
  Fertilizers: 2,
  Equipment: 1,
};

const pricesOf: Record<Category, readonly [number, number]> = {
  Grains: [20, 75],
  Vegetables: [10, 90],
  Fruits: [30, 260],
  Dairy: [45, 650],
  Poultry: [7, 480],
  Spices: [90, 900],
  Pulses: [60, 170],
  Organic: [50, 400],
  Seeds: [40, 600],
  Fertilizers: [6, 80],
  Equipment: [150, 6000],
};

const busyStates: Record<string, number> = {
  'Uttar Pradesh': 16,
  Maharashtra: 13,
  Punjab: 9,
  'Madhya Pradesh': 9,
  Rajasthan: 7,
  Karnataka: 7,
  Gujarat: 7,
  'Andhra Pradesh': 6,
  Haryana: 6,
  Bihar: 6,
  'Tamil Nadu': 5,
  'West Bengal': 5,
};

/** Returns the crops of each category by frequency, the most frequent first. */
export function cropRows(): CropRow[] {
  return Object.entries(weightOf).flatMap(([category, weight]) => {
    const [low, high] = pricesOf[category as Category];
    const ofCategory = crops.filter((crop) => crop.category === category);
    const shares = sharesOf(ofCategory.length);
    return ofCategory.flatMap(({ en, hi, units }, index) => {
      const middle = low * (high / low) ** ((index * 0.618) % 1);
      const row = { key: cropKeyOf(en), en, hi, category: category as Category, units, middle };
      return repeat(row, (shares[index] ?? 0) * weight * 40);
    });
  });
}

export function placeRows(): PlaceRow[] {
  return states.flatMap((state) => {
    const districts = districtsOf(state);
    const shares = sharesOf(districts.length);
    return districts.flatMap((district, index) =>
      repeat({ state, district }, (shares[index] ?? 0) * (busyStates[state] ?? 1) * 100),
    );
  });
}

/** Returns shares that fall off like 1/4, 1/5, 1/6 and add up to 1. */
function sharesOf(count: number): number[] {
  const raw = Array.from({ length: count }, (_, index) => 1 / (index + 4));
  const sum = raw.reduce((total, share) => total + share, 0);
  return raw.map((share) => share / sum);
}

function repeat<T>(row: T, times: number): T[] {
  return Array.from({ length: Math.max(1, Math.round(times)) }, () => row);
}

/** Descriptions are taken from this text, each 80 to 400 characters long. */
export const story = [
  'Fresh from our own fields, picked early in the morning and packed the same day.',
  'No artificial ripening. Graded by hand, clean and dry, weighed in front of you.',
  'Grown with canal water and farmyard manure, sprayed only where it was needed.',
  'Samples are gladly sent to merchants; the rate is for lifting from the farm gate.',
  'Transport to the nearest mandi can be arranged at cost, payment by UPI or bank.',
  'Moisture was tested at harvest, stored in a ventilated room on wooden pallets.',
  'हमारे खेत की ताज़ी उपज, साफ और छंटी हुई, थोक और खुदरा दोनों में।',
  'Larger lots get a better rate. Please call before noon on the day of lifting.',
].join(' ');
