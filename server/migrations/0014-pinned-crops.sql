-- Shown first on the market page of the user.
create table pinned_crops (
  user_id uuid not null references users on delete cascade,
  -- A crop of the catalogue, or the AGMARKNET name of another commodity.
  commodity text not null,
  pinned_at timestamptz not null default now(),
  primary key (user_id, commodity)
);
