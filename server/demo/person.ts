import type { PortraitFeatures } from './illustrations/draw-person.ts';

export interface DemoPerson {
  username: string;
  fullName: string;
  userType: 'farmer' | 'merchant';
  contact: string;
  email: string;
  majorProduct: string;
  bio: string;
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
