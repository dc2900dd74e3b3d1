-- People and how they log in. The four tables are the ones Better Auth works on, with our names.

create table users (
  id uuid primary key,
  username text not null,
  full_name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  contact text not null,
  -- The whole number is never kept: its last four digits to show, a keyed fingerprint to find a duplicate.
  aadhaar_last4 text not null,
  aadhaar_fingerprint text not null unique,
  user_type text not null check (user_type in ('farmer', 'merchant')),
  avatar text,
  bio text not null default '',
  major_product text not null default '',
  state text not null default '',
  district text not null default '',
  city text not null default '',
  village text not null default '',
  pincode text not null default '',
  is_verified boolean not null default false,
  rating numeric(3, 2) not null default 0,
  total_reviews integer not null default 0,
  total_posts integer not null default 0 check (total_posts >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_username on users (lower(username));

create table sessions (
  id uuid primary key,
  token text not null unique,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

create table accounts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user on accounts (user_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
