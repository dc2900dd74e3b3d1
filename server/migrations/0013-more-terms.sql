-- Optional terms, as they were agreed. The day is India's: on it the goods are picked up or delivered.
alter table offer_changes
  add column pickup_date date,
  add column bags int check (bags > 0),
  add column advance numeric(10, 2) check (advance > 0);
alter table deals
  add column pickup_date date,
  add column bags int check (bags > 0),
  add column advance numeric(10, 2) check (advance > 0),
  -- Both were notified on the day before.
  add column is_pickup_reminded boolean not null default false;
create index deals_pickup on deals (pickup_date) where ended_at is null and not is_pickup_reminded;
