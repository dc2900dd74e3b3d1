-- What happened, written in the transaction that did it and deleted when it is delivered. Delivery reads it in the order of ids.
create table events (
  id bigint generated always as identity primary key,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  tries smallint not null default 0,
  due_at timestamptz not null default now()
);

-- Events that could not be delivered ten times; `error` is the last reason.
create table failed_events (
  id bigint primary key,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null,
  error text not null,
  failed_at timestamptz not null default now()
);
