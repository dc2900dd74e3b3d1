-- The latest arrival of one commodity, variety and grade in one mandi, with the modal price of the one before. Names have one
-- spelling each; prices are rupees per quintal.
create table rate_series (
  id integer generated always as identity primary key,
  state text not null,
  district text not null,
  market text not null,
  commodity text not null,
  variety text not null,
  grade text not null,
  -- Null when the commodity is not in the crop catalogue.
  crop text,
  -- Sample rates are deleted when a provider delivers.
  is_sample boolean not null,
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

-- One row, which counts the changes of rates: a process reloads its board when the version is another one.
create table rates_version (
  is_only boolean primary key default true check (is_only),
  version integer not null default 0
);
insert into rates_version default values;

create table source_runs (
  source text primary key,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text
);

create table weather_reports (
  state text not null,
  -- '' for the state's capital.
  district text not null,
  report jsonb not null,
  fetched_at timestamptz not null,
  primary key (state, district)
);

create table news_items (
  id uuid primary key,
  -- The feed's address, and the item's name within it.
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
  -- '' for any, as the district and the market.
  state text not null,
  district text not null,
  market text not null,
  type text not null check (type in ('above', 'below')),
  target_price numeric(10, 2) not null check (target_price > 0),
  unit text not null check (unit in ('quintal', 'kg')),
  target_per_quintal numeric(12, 2) not null
    generated always as (case unit when 'kg' then target_price * 100 else target_price end) stored,
  is_active boolean not null default true,
  -- The price was beyond the target when it was last evaluated.
  is_met boolean not null,
  last_fired_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, commodity, state, district, market, type, target_per_quintal)
);
create index price_alerts_commodity on price_alerts (commodity) where is_active;

-- The median of a week's completed deals, when enough sellers have enough of them. A job of deals hands them over.
create table agreed_prices (
  crop_key text not null,
  state text not null,
  district text not null,
  -- The Monday, in India.
  week date not null,
  -- In rupees.
  per_quintal numeric(12, 2) not null,
  deals int not null,
  sellers int not null,
  primary key (crop_key, state, district, week)
);
