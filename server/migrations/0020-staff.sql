-- Who works for the market, beside being a farmer or merchant.
create table staff (
  user_id uuid primary key references users (member_id) on delete cascade,
  role text not null check (role in ('moderator', 'administrator')),
  -- Null for the operator's command.
  given_by uuid references users on delete set null,
  given_at timestamptz not null default now()
);
create index staff_given_by on staff (given_by) where given_by is not null;

-- The secret of an authenticator app. It is in force once a code of it was confirmed.
create table second_factors (
  user_id uuid primary key references users (member_id) on delete cascade,
  -- By a key of SECRET_KEY.
  encrypted_secret text not null,
  confirmed_at timestamptz,
  -- The 30 seconds of the last code that was used: codes up to it are refused.
  last_step integer,
  -- Of codes that are not used yet, keyed with SECRET_KEY.
  recovery_hashes text[] not null,
  created_at timestamptz not null default now()
);

-- When this session last showed a code.
alter table sessions add column second_factor_at timestamptz;
