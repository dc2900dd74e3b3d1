// Made from the migrated database by schema.test.ts: `npx vitest run --project server schema -u` writes it anew.
import type { ColumnType, GeneratedAlways } from 'kysely';

/** A column with a default may be left out of an insert. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;
/** Arrives as text, so that no digit is lost. */
type Numeric = ColumnType<string, number | string, number | string>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Json = ColumnType<unknown, string, string>;

export interface DB {
  accounts: {
    access_token: string | null;
    access_token_expires_at: Timestamp | null;
    account_id: string;
    created_at: Generated<Timestamp>;
    id: string;
    id_token: string | null;
    password: string | null;
    provider_id: string;
    refresh_token: string | null;
    refresh_token_expires_at: Timestamp | null;
    scope: string | null;
    updated_at: Generated<Timestamp>;
    user_id: string;
  };
  likes: {
    created_at: Generated<Timestamp>;
    post_id: string;
    user_id: string;
  };
  post_views: {
    day: string;
    post_id: string;
    viewer_id: string;
  };
  posts: {
    author_id: string;
    category: string;
    city: string;
    comments_count: Generated<number>;
    created_at: Generated<Timestamp>;
    crop_key: string;
    crop_type: string;
    description: string;
    district: string;
    harvest_date: string | null;
    id: string;
    idempotency_key: string | null;
    images: Json;
    is_available: Generated<boolean>;
    is_featured: Generated<boolean>;
    is_organic: Generated<boolean>;
    likes_count: Generated<number>;
    min_order_quantity: Generated<string>;
    original_price: Numeric | null;
    packaging: Generated<string>;
    pincode: string;
    price: Numeric;
    price_per_kg: GeneratedAlways<Numeric | null>;
    price_rank: GeneratedAlways<Numeric>;
    price_unit: string;
    quantity: string;
    search_text: string;
    shelf_life: string;
    state: string;
    tags: Generated<string[]>;
    title: string;
    updated_at: Generated<Timestamp>;
    variety: Generated<string>;
    views_count: Generated<number>;
    village: string;
  };
  sessions: {
    created_at: Generated<Timestamp>;
    expires_at: Timestamp;
    id: string;
    ip_address: string | null;
    token: string;
    updated_at: Generated<Timestamp>;
    user_agent: string | null;
    user_id: string;
  };
  unclaimed_media: {
    name: string;
    since: Generated<Timestamp>;
  };
  users: {
    aadhaar_fingerprint: string;
    aadhaar_last4: string;
    avatar: string | null;
    bio: Generated<string>;
    city: Generated<string>;
    contact: string;
    created_at: Generated<Timestamp>;
    district: Generated<string>;
    email: string;
    email_verified: Generated<boolean>;
    full_name: string;
    id: string;
    is_verified: Generated<boolean>;
    major_product: Generated<string>;
    pincode: Generated<string>;
    rating: Generated<Numeric>;
    state: Generated<string>;
    total_posts: Generated<number>;
    total_reviews: Generated<number>;
    updated_at: Generated<Timestamp>;
    user_type: string;
    username: string;
    village: Generated<string>;
  };
  verifications: {
    created_at: Generated<Timestamp>;
    expires_at: Timestamp;
    id: string;
    identifier: string;
    updated_at: Generated<Timestamp>;
    value: string;
  };
}
