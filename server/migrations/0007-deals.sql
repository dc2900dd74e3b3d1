create table offers (
  id uuid primary key,
  client_id uuid not null,
  post_id uuid references posts on delete set null,
  buyer_id uuid not null references users,
  seller_id uuid not null references users,
  -- Copied from the post when the offer was made.
  title text not null,
  crop_type text not null,
  crop_key text not null,
  image text,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
  -- The side that responds to the last round.
  turn text not null check (turn in ('buyer', 'seller')),
  version int not null default 1,
  -- Of the last round.
  valid_until timestamptz not null,
  -- The side whose turn it is was notified that the round expires soon.
  is_reminded boolean not null default false,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (buyer_id, client_id),
  check (buyer_id <> seller_id)
);
create unique index offers_open on offers (buyer_id, post_id) where status = 'open';
create index offers_sent on offers (buyer_id, status, id) include (valid_until);
create index offers_received on offers (seller_id, status, id) include (valid_until);
create index offers_post on offers (post_id, buyer_id);
create index offers_expiry on offers (valid_until) where status = 'open';

-- Every change of an offer, numbered by its version: rounds have terms, an end has none.
create table offer_changes (
  offer_id uuid not null references offers on delete cascade,
  version int not null,
  action text not null check (action in ('offer', 'counter', 'accept', 'decline', 'withdraw', 'expire')),
  -- Null when the offer expired.
  by_side text check (by_side in ('buyer', 'seller')),
  quantity numeric(9, 2) check (quantity > 0),
  unit text,
  price numeric(10, 2) check (price > 0),
  price_unit text,
  delivery text check (delivery in ('pickup', 'delivered')),
  total numeric(10, 2) check (total > 0),
  note text,
  valid_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (offer_id, version),
  check ((by_side is null) = (action = 'expire')),
  check (num_nulls(quantity, unit, price, price_unit, delivery, total, note, valid_until)
    = case when action in ('offer', 'counter') then 0 else 8 end)
);

create table deals (
  id uuid primary key,
  -- Eight digits, shown to people.
  number int not null unique check (number between 10000000 and 99999999),
  offer_id uuid not null unique references offers,
  post_id uuid references posts on delete set null,
  buyer_id uuid not null references users,
  seller_id uuid not null references users,
  -- Copied from the offer and the post when the offer was accepted.
  title text not null,
  crop_type text not null,
  crop_key text not null,
  image text,
  village text not null,
  city text not null,
  district text not null,
  state text not null,
  pincode text not null,
  quantity numeric(9, 2) not null check (quantity > 0),
  unit text not null,
  price numeric(10, 2) not null check (price > 0),
  price_unit text not null,
  delivery text not null,
  note text not null,
  total numeric(10, 2) not null check (total > 0),
  -- What the acceptance took from the quantity of the post; null when that could not be read.
  taken numeric(9, 2),
  taken_unit text,
  status text not null default 'agreed',
  buyer_delivered_at timestamptz,
  seller_delivered_at timestamptz,
  buyer_paid_at timestamptz,
  seller_paid_at timestamptz,
  -- When each side wanted to cancel. A side's next confirmation takes it back.
  buyer_cancelled_at timestamptz,
  seller_cancelled_at timestamptz,
  ended_at timestamptz,
  -- Reminders of the confirmations that are due: after 3 and 7 days.
  reminders smallint not null default 0,
  -- The side that let the deal rest for 7 days; it counts in that side's record.
  overdue text check (overdue in ('buyer', 'seller')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (overdue is null or reminders = 2 and ended_at is null),
  check (status = case
    when status = 'cancelled' then 'cancelled'
    when num_nulls(buyer_delivered_at, seller_delivered_at, buyer_paid_at, seller_paid_at) = 0 then 'completed'
    when num_nulls(buyer_delivered_at, seller_delivered_at) = 0 then 'delivered'
    when num_nulls(buyer_paid_at, seller_paid_at) = 0 then 'paid'
    else 'agreed' end),
  -- One side can cancel alone before the first confirmation, after it only both.
  check (status <> 'cancelled' or num_nonnulls(buyer_cancelled_at, seller_cancelled_at)
    > (num_nonnulls(buyer_delivered_at, seller_delivered_at, buyer_paid_at, seller_paid_at) > 0)::int),
  check ((ended_at is not null) = (status in ('completed', 'cancelled')))
);
create index deals_bought on deals (buyer_id, id);
create index deals_sold on deals (seller_id, id);
create index deals_post on deals (post_id);
create index deals_due on deals (changed_at) where status not in ('completed', 'cancelled') and reminders < 2;
create index deals_completed on deals (ended_at) where status = 'completed';

create table deal_events (
  deal_id uuid not null references deals on delete cascade,
  number int not null,
  kind text not null check (kind in ('agreed', 'delivered', 'paid', 'cancel', 'completed', 'cancelled', 'problem')),
  by_side text check (by_side in ('buyer', 'seller')),
  text text not null default '',
  created_at timestamptz not null default now(),
  primary key (deal_id, number)
);

-- Apart from users, so that no list of users can return it.
create table upi_ids (
  user_id uuid primary key references users (member_id) on delete cascade,
  upi_id text not null,
  changed_at timestamptz not null default now()
);

create table upi_views (
  id uuid primary key,
  deal_id uuid not null references deals on delete cascade,
  viewer_id uuid not null references users (member_id) on delete cascade,
  viewed_at timestamptz not null default now()
);
create index upi_views_deal on upi_views (deal_id);
create index upi_views_viewer on upi_views (viewer_id);

create table reviews (
  id uuid primary key,
  reviewer_id uuid not null references users on delete cascade,
  person_id uuid not null references users on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  comment text not null,
  -- The two had completed a deal when it was saved.
  is_after_deal boolean not null default false,
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (reviewer_id, person_id),
  check (reviewer_id <> person_id)
);
create index reviews_person on reviews (person_id, updated_at, id);
