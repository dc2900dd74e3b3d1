alter table rate_series add column if not exists unit text not null default 'quintal';
alter table rate_series add column if not exists is_doubtful boolean not null default false;
-- An interrupted step leaves an index that is not valid.
drop index concurrently if exists rate_series_names;
create unique index concurrently rate_series_names
  on rate_series (state, district, market, commodity, variety, grade, unit);

-- In one transaction

-- The index has the unit too: a mandi may report one commodity in two units.
alter table rate_series drop constraint if exists rate_series_state_district_market_commodity_variety_grade_key;

-- Rates that are far from the level of their commodity. They are shown as doubtful and compared with nothing.
create table doubtful_rates (
  series_id integer not null references rate_series on delete cascade,
  arrival_date date not null,
  primary key (series_id, arrival_date)
);
