-- How many people were seen on a day in India. Nothing says who.
create table active_days (
  day date primary key,
  people integer not null check (people >= 0)
);
