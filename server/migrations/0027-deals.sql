-- As of wanted posts: no foreign key and no index, which would cost each message.
alter table messages add column if not exists offer_id uuid, add column if not exists offer_version int;
alter table users add column if not exists deals_completed int not null default 0,
  add column if not exists deals_ended int not null default 0,
  add column if not exists payment_days smallint;
alter table reviews add column if not exists is_after_deal boolean not null default false;
-- Those that weigh double.
alter table users add column if not exists reviews_after_deal int not null default 0;
alter table reports add column if not exists deal_id uuid;

-- In one transaction
create table offers (
  id uuid primary key,
  client_id uuid not null,
  post_id uuid references posts on delete set null,
  buyer_id uuid not null references users,
  seller_id uuid not null references users,
  -- Of the post, when the offer was made.
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
  -- Null for the clock.
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

-- Volatile functions see what the transactions committed that they waited for; the rest of their statement does not.
-- Locks both people until the end of the transaction. Returns whether they may meet.
create function lock_both(one uuid, other uuid) returns boolean language plpgsql as $$
declare
  active int;
begin
  select count(*) into active from (
    select is_complete and suspended_at is null and deleted_at is null as is_active
    from users where id in (one, other) order by id for share
  ) locked where is_active;
  return active = 2 and not exists (
    select from blocks where (blocker_id = one and blocked_id = other) or (blocker_id = other and blocked_id = one));
end;
$$;

-- One offer of a buyer at a time, so that two cannot both be the last one allowed.
create function count_open_offers(buyer uuid) returns int language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('open offers ' || buyer, 0));
  return (select count(*) from offers where buyer_id = buyer and status = 'open' and valid_until > now());
end;
$$;

-- A statement that waited for a lock of the post still reads the earlier row: updating that one can deadlock with who waits next.
create function set_quantity(post uuid, given text) returns void language sql as $$
  update posts set quantity = given, updated_at = now() where id = post and quantity <> given
$$;

create table deals (
  id uuid primary key,
  -- Eight digits.
  number int not null unique check (number between 10000000 and 99999999),
  offer_id uuid not null unique references offers,
  post_id uuid references posts on delete set null,
  buyer_id uuid not null references users,
  seller_id uuid not null references users,
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
  user_id uuid primary key references users on delete cascade,
  upi_id text not null,
  changed_at timestamptz not null default now()
);

create table upi_views (
  id uuid primary key,
  deal_id uuid not null references deals on delete cascade,
  viewer_id uuid not null references users on delete cascade,
  viewed_at timestamptz not null default now()
);
create index upi_views_deal on upi_views (deal_id);
create index upi_views_viewer on upi_views (viewer_id);
create trigger not_by_deleted before insert on upi_ids for each row execute function refuse_deleted_person('user_id');
create trigger not_by_deleted before insert on upi_views for each row execute function refuse_deleted_person('viewer_id');

-- Of completed deals; written by a job, only when enough sellers have enough deals.
create table agreed_prices (
  crop_key text not null,
  state text not null,
  district text not null,
  -- The Monday, in India.
  week date not null,
  -- The median, in rupees.
  per_quintal numeric(12, 2) not null,
  deals int not null,
  sellers int not null,
  primary key (crop_key, state, district, week)
);

-- Reports of deals have no reporter when one side cancelled.
alter table reports alter column reporter_id drop not null,
  add foreign key (deal_id) references deals on delete cascade,
  drop constraint reports_kind_check,
  drop constraint reports_check,
  add check (kind in ('post', 'user', 'message', 'comment', 'deal')),
  add check (num_nonnulls(post_id, user_id, message_id, comment_id, deal_id) = 1),
  add check (reporter_id is not null or kind = 'deal');
create or replace trigger not_by_deleted before insert on reports for each row when (new.reporter_id is not null)
  execute function refuse_deleted_person('reporter_id');

-- A generated column with another expression would rewrite the table.
alter table users alter column rating drop expression;
alter table users alter column rating set default 0;
create function rate_person() returns trigger language plpgsql as $$
begin
  new.rating := case new.total_reviews when 0 then 0
    else round(new.rating_sum::numeric / (new.total_reviews + new.reviews_after_deal), 2) end;
  return new;
end;
$$;
create trigger rates_person before insert or update of total_reviews, rating_sum, reviews_after_deal on users
  for each row execute function rate_person();

-- Reviews after a deal count twice, also those that a process of the earlier version changes or deletes.
create function weigh_review() returns trigger language plpgsql as $$
declare
  weight int := coalesce(new.is_after_deal::int, 0) - coalesce(old.is_after_deal::int, 0);
  stars int := coalesce(new.rating * new.is_after_deal::int, 0) - coalesce(old.rating * old.is_after_deal::int, 0);
begin
  update users set reviews_after_deal = reviews_after_deal + weight, rating_sum = rating_sum + stars
  where id = coalesce(new.person_id, old.person_id) and (weight, stars) <> (0, 0);
  return null;
end;
$$;
create trigger weighs_review after insert or delete or update of rating, is_after_deal on reviews
  for each row execute function weigh_review();

-- For accounts that a process of the earlier version deletes.
create function delete_upi_id() returns trigger language plpgsql as $$
begin
  delete from upi_ids where user_id = new.id;
  return null;
end;
$$;
create trigger deletes_upi_id after update of deleted_at on users
  for each row when (new.deleted_at is not null) execute function delete_upi_id();
