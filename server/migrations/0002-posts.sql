create extension if not exists pg_trgm;

create table posts (
  id uuid primary key,
  author_id uuid not null references users on delete cascade,
  -- The same key from the same author is the same post, however often it is sent.
  idempotency_key uuid,
  title text not null,
  description text not null,
  price numeric(10, 2) not null check (price >= 0),
  price_unit text not null,
  original_price numeric(10, 2) check (original_price >= 0),
  price_per_kg numeric(12, 4) generated always as (
    case price_unit when 'per kg' then price when 'per quintal' then price / 100 end
  ) stored,
  -- What price filters and price sorts compare: rupees per kilogram where the unit is a weight, else as stated.
  price_rank numeric(12, 4) not null generated always as (
    case price_unit when 'per quintal' then price / 100 else price end
  ) stored,
  quantity text not null,
  category text not null,
  crop_type text not null,
  -- The catalogue's id of the crop, or the folded free text: 'Wheat' and 'गेहूँ' are one key.
  crop_key text not null,
  tags text[] not null default '{}',
  state text not null,
  district text not null,
  city text not null,
  village text not null,
  pincode text not null,
  variety text not null default '',
  harvest_date date,
  shelf_life text not null,
  min_order_quantity text not null default '',
  packaging text not null default '',
  -- [{url, width, height, thumbhash}] in the order shown.
  images jsonb not null,
  -- Title, crop in both languages, variety, tags and place, folded by the contract’s foldText, for the search box.
  search_text text not null,
  is_available boolean not null default true,
  is_organic boolean not null default false,
  is_featured boolean not null default false,
  likes_count integer not null default 0 check (likes_count >= 0),
  comments_count integer not null default 0 check (comments_count >= 0),
  views_count integer not null default 0 check (views_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Ids are UUIDv7, so an index that ends in the id is in order of time.
create unique index posts_idempotency on posts (author_id, idempotency_key);
create index posts_author on posts (author_id, id);
create index posts_category on posts (category, id);
create index posts_crop on posts (crop_key, id);
create index posts_place on posts (state, district, id);
create index posts_state on posts (state, id);
create index posts_price on posts (price_rank, id);
create index posts_popular on posts (likes_count, id);
-- The same orders within what most people narrow to: without them a rare category by price reads the whole market.
create index posts_category_price on posts (category, price_rank, id);
create index posts_category_popular on posts (category, likes_count, id);
create index posts_crop_price on posts (crop_key, price_rank, id);
create index posts_crop_popular on posts (crop_key, likes_count, id);
create index posts_state_price on posts (state, price_rank, id);
create index posts_state_popular on posts (state, likes_count, id);
create index posts_place_price on posts (state, district, price_rank, id);
create index posts_place_popular on posts (state, district, likes_count, id);
create index posts_sold_out on posts (id) where not is_available;
create index posts_organic on posts (id) where is_organic;
create index posts_search on posts using gin (search_text gin_trgm_ops);

create table likes (
  user_id uuid not null references users on delete cascade,
  post_id uuid not null references posts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
create index likes_post on likes (post_id);

-- A viewer counts once for a post and day (Indian time).
create table post_views (
  post_id uuid not null references posts on delete cascade,
  viewer_id uuid not null references users on delete cascade,
  day date not null,
  primary key (post_id, viewer_id, day)
);

-- Names of kept pictures that no row shows: written down before a picture is stored and when its post goes,
-- removed in the transaction that shows it. Whatever stays here for long is swept away, file first.
create table unclaimed_media (
  name text primary key,
  since timestamptz not null default now()
);
create index unclaimed_media_since on unclaimed_media (since);
