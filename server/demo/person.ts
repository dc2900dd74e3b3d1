import type { PortraitFeatures } from './illustrations/draw-person.ts';

/** What a person has told of their farm or business; what is missing they have not filled in. */
export interface Trade {
  /** The contact number is on WhatsApp, too. */
  hasWhatsapp?: boolean;
  businessName?: string;
  specialization: string;
  experience: string;
  farmSize?: string;
  certifications?: string[];
  /** The crop that the wide picture behind the profile shows. */
  cover?: string;
}

export interface DemoPerson {
  username: string;
  fullName: string;
  userType: 'farmer' | 'merchant';
  contact: string;
  email: string;
  majorProduct: string;
  bio: string;
  trade: Trade;
  state: string;
  district: string;
  city: string;
  village: string;
  pincode: string;
  isVerified: boolean;
  rating: number;
  totalReviews: number;
  joinedDaysAgo: number;
  /** What the drawn portrait shows, so that it fits the name. */
  portrait: { seed: number } & Partial<PortraitFeatures>;
}

export type Told = Omit<DemoPerson, 'email' | 'userType' | 'rating' | 'totalReviews'>;

export function farmer(person: Told): DemoPerson {
  return {
    ...person,
    userType: 'farmer',
    email: `${person.username}@upaj.example`,
    rating: 0,
    totalReviews: 0,
  };
}

export function merchant(person: Told): DemoPerson {
  return { ...farmer(person), userType: 'merchant' };
}
