-- Work on rows that a job does once, in batches. A row goes when the work is done.
create table unfinished_backfills (
  job text primary key,
  -- The job goes on after this id.
  after_id uuid,
  -- Until then a process of the release before may add rows that need the work.
  open_until timestamptz not null
);
insert into unfinished_backfills (job, open_until) values ('hash-photos', now() + interval '1 day');
