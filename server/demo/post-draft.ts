export interface DemoPost {
  /** Username of a demo person. */
  author: string;
  title: string;
  description: string;
  price: number;
  priceUnit: 'per kg' | 'per quintal' | 'per piece' | 'per box' | 'per bag' | 'per liter';
  originalPrice?: number;
  quantity: string;
  category:
    | 'Grains'
    | 'Vegetables'
    | 'Fruits'
    | 'Dairy'
    | 'Poultry'
    | 'Spices'
    | 'Pulses'
    | 'Organic'
    | 'Seeds'
    | 'Fertilizers'
    | 'Equipment';
  /** English name of the crop. */
  cropType: string;
  village: string;
  city: string;
  district: string;
  state: string;
  pincode: string;
  isAvailable: boolean;
  isOrganic: boolean;
  isFeatured: boolean;
  tags: readonly string[];
  variety?: string;
  harvestDaysAgo?: number;
  /** Spelled as the published contract spells it. */
  shelLife: string;
  minorderQunatity?: string;
  packaging?: string;
  /** How many pictures are drawn for the post. */
  images: number;
  hoursAgo: number;
}

type Usual =
  'village' | 'city' | 'district' | 'state' | 'pincode' | 'isAvailable' | 'isOrganic' | 'isFeatured';

/** A post as it is written down: what is usual for its author and for a post in general is left out. */
export type PostDraft = Omit<DemoPost, Usual> & Partial<Pick<DemoPost, Usual>>;
