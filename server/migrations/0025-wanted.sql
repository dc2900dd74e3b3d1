-- No foreign key and no index: they would cost each message. The card of a deleted wanted post is null where it is read.
alter table messages add column if not exists wanted_id uuid;
-- Farmers by what they grow, to notify them of a new wanted post.
drop index concurrently if exists users_main_product;
create index concurrently users_main_product on users using gin (lower(major_product) gin_trgm_ops)
  where user_type = 'farmer' and is_complete and suspended_at is null and deleted_at is null;

-- In one transaction
create table wanted_posts (
  id uuid primary key,
  author_id uuid not null references users on delete cascade,
  client_id uuid not null,
  crop_type text not null,
  -- As in posts.
  crop_key text not null,
  category text,
  quantity numeric(12, 2) not null check (quantity > 0),
  unit text not null,
  max_price numeric(10, 2) not null check (max_price > 0),
  price_unit text not null,
  max_per_kg numeric(12, 4) generated always as (
    case price_unit when 'per kg' then max_price when 'per quintal' then max_price / 100 end
  ) stored,
  price_rank numeric(12, 4) not null generated always as (
    case price_unit when 'per quintal' then max_price / 100 else max_price end
  ) stored,
  state text not null,
  district text not null,
  -- The last day, in India.
  end_date date not null,
  note text not null,
  is_open boolean not null default true,
  -- The farmers whose crop it is were found.
  is_matched boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (author_id, client_id)
);
create index wanted_posts_crop on wanted_posts (crop_key, id);
create index wanted_posts_place on wanted_posts (state, district, id);
create index wanted_posts_price on wanted_posts (price_rank, id);
create index wanted_posts_open on wanted_posts (crop_key, id) where is_open;
create index wanted_posts_new on wanted_posts (id) where is_open and not is_matched;

-- What a user is notified of next, at most once an hour: of a farmer wanted posts, of a merchant's wanted post posts.
create table wanted_news (
  topic uuid primary key generated always as (coalesce(wanted_id, user_id)) stored,
  user_id uuid not null references users on delete cascade,
  -- Null for a farmer.
  wanted_id uuid references wanted_posts on delete cascade,
  pending uuid[] not null,
  -- Posts that were pending already: new posts are matched several times.
  recent uuid[] not null default '{}',
  notified_at timestamptz
);
create index wanted_news_user on wanted_news (user_id);
create index wanted_news_pending on wanted_news (topic) where pending <> '{}';
