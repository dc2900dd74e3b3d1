-- Each channel sends in this order, a bounded number of rows at a time.
create index deliveries_due_email on deliveries (due_at, id) where endpoint is null;
create index deliveries_due_push on deliveries (due_at, id) where endpoint is not null;
drop index deliveries_due;

-- Where the nightly clean-up of a table goes on when a night was too short for it.
create table unfinished_cleanups (
  table_name text primary key,
  next_page integer not null
);
