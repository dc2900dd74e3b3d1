-- Every arrival.
create table if not exists rates_parted (
  series_id integer not null references rate_series on delete cascade,
  arrival_date date not null,
  min_price numeric(10, 2) not null,
  max_price numeric(10, 2) not null,
  modal_price numeric(10, 2) not null,
  constraint rates_arrival primary key (series_id, arrival_date)
) partition by range (arrival_date);
create table if not exists rates_default partition of rates_parted default;

select add_partition('rates_parted', 'rates_' || year, make_date(year, 1, 1), make_date(year + 1, 1, 1))
from (
  select extract(year from arrival_date)::int as year from rates
  union select extract(year from now())::int
  union select extract(year from now())::int + 1
) as years order by year;

call copy_table('rates', 'rates_parted', '{series_id,arrival_date}');
analyze (skip_locked) rates_parted;

-- In one transaction

lock table rates in access exclusive mode;
drop trigger copy_rates on rates;
alter table rates rename to rates_before;
alter table rates_parted rename to rates;
