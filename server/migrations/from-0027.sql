-- For databases of commit 25f0202, whose last of 27 migrations was 0027-deals: what the baseline has and they do not.

-- In one transaction
create table events (
  id bigint generated always as identity primary key,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  tries smallint not null default 0,
  due_at timestamptz not null default now()
);

create table failed_events (
  id bigint primary key,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null,
  error text not null,
  failed_at timestamptz not null default now()
);

drop table kysely_migration_lock;
delete from kysely_migration;
insert into kysely_migration (name, timestamp) select name, now()::text from unnest(array[
  '0001-platform', '0002-people', '0003-mandi', '0004-trade', '0005-notify', '0006-chat', '0007-deals', '0008-moderation'
]) name;
