-- What mandis report, and who wants to be told of it.

-- One commodity, variety and grade at one mandi, with what was last reported of it. Names are cleaned: one spelling each.
create table rate_series (
  id integer generated always as identity primary key,
  state text not null,
  district text not null,
  market text not null,
  commodity text not null,
  variety text not null,
  grade text not null,
  -- The catalogue's crop.
  crop text,
  -- Made up; goes away when a provider delivers.
  is_sample boolean not null,
  -- Rupees per quintal: the latest arrival, and the modal price of the one before.
  arrival_date date not null,
  min_price numeric(10, 2) not null,
  max_price numeric(10, 2) not null,
  modal_price numeric(10, 2) not null,
  previous_date date,
  previous_modal numeric(10, 2),
  change numeric(10, 2) not null generated always as (coalesce(modal_price - previous_modal, 0)) stored,
  unique (state, district, market, commodity, variety, grade)
);
create index rate_series_name on rate_series (state, commodity, market, id);
create index rate_series_district_name on rate_series (state, district, commodity, market, id);
create index rate_series_price on rate_series (state, modal_price, id);
create index rate_series_change on rate_series (state, abs(change), id);
create index rate_series_country_price on rate_series (modal_price, id);
create index rate_series_country_change on rate_series (abs(change), id);
create index rate_series_state_date on rate_series (state, arrival_date);
create index rate_series_date on rate_series (arrival_date);
create index rate_series_commodity on rate_series (commodity, arrival_date);
create index rate_series_crop on rate_series (crop, arrival_date);

-- Every arrival.
create table rates (
  series_id integer not null references rate_series on delete cascade,
  arrival_date date not null,
  min_price numeric(10, 2) not null,
  max_price numeric(10, 2) not null,
  modal_price numeric(10, 2) not null,
  primary key (series_id, arrival_date)
);

-- Counts the changes of rates, in their transactions: each process reads all of them anew when it is another one.
-- One row.
create table rates_version (
  is_only boolean primary key default true check (is_only),
  version integer not null default 0
);
insert into rates_version default values;

-- When each source last delivered and last failed.
create table source_runs (
  source text primary key,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text
);

-- When each piece of work that is due by the clock last succeeded and last failed.
create table job_runs (
  job text primary key,
  last_success_at timestamptz,
  last_failure_at timestamptz
);

-- The weather of a place, as the provider last told it. District '' is the state's capital.
create table weather_reports (
  state text not null,
  district text not null,
  report jsonb not null,
  fetched_at timestamptz not null,
  primary key (state, district)
);

create table news_items (
  id uuid primary key,
  -- The feed's address and the item's own name within it.
  feed text not null,
  guid text not null,
  title text not null,
  summary text not null,
  source text not null,
  link text,
  category text not null,
  impact text not null,
  published_at timestamptz not null,
  is_sample boolean not null,
  unique (feed, guid)
);
create index news_items_latest on news_items (published_at desc, id desc);
create index news_items_category on news_items (category, published_at desc, id desc);

create table price_alerts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  commodity text not null,
  -- Each '' for any.
  state text not null,
  district text not null,
  market text not null,
  type text not null check (type in ('above', 'below')),
  target_price numeric(10, 2) not null check (target_price > 0),
  unit text not null check (unit in ('quintal', 'kg')),
  target_per_quintal numeric(12, 2) not null
    generated always as (case unit when 'kg' then target_price * 100 else target_price end) stored,
  is_active boolean not null default true,
  -- The price was beyond the target when it was last looked at.
  is_met boolean not null,
  last_fired_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, commodity, state, district, market, type, target_per_quintal)
);
create index price_alerts_commodity on price_alerts (commodity) where is_active;

create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  data jsonb not null,
  is_read boolean not null default false,
  -- Told by socket and laid into the queues of mails and pushes; what was not is found again after a crash.
  is_delivered boolean not null default false,
  created_at timestamptz not null default now()
);
create index notifications_user on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where not is_read;
create index notifications_undelivered on notifications (id) where not is_delivered;

alter table users add column notices_by_email boolean not null default true;

-- Notices on their way to an address, until they are taken there or given up.
create table notice_mails (
  notification_id uuid primary key references notifications on delete cascade,
  tries smallint not null default 0,
  due_at timestamptz not null default now()
);
create index notice_mails_due on notice_mails (due_at);

-- A browser that may be pushed to, for as long as somebody is logged in there.
create table push_subscriptions (
  endpoint text primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session_id);

-- Notices on their way to browsers, until they are taken there or given up.
create table pushes (
  notification_id uuid not null references notifications on delete cascade,
  endpoint text not null references push_subscriptions on delete cascade,
  tries smallint not null default 0,
  due_at timestamptz not null default now(),
  primary key (notification_id, endpoint)
);
create index pushes_endpoint on pushes (endpoint);
create index pushes_due on pushes (due_at);

-- The key pair by which browsers know this installation; one row.
create table vapid_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key text not null
);
