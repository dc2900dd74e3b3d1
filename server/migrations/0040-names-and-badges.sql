-- When the badge was given, the name and firm that it was given for, and what changed since: 'name', 'firm', 'phone' or
-- 'avatar'. While something changed, is_verified is false and a moderator has to look again.
alter table users add column if not exists verified_at timestamptz;
alter table users add column if not exists verified_as jsonb;
alter table users add column if not exists badge_changes text[] not null default '{}';
-- The skeleton of the name by Unicode's UTS #39; '' for a deleted account, null until it is computed.
alter table users add column if not exists name_key text;
alter table users add column if not exists has_name_of_verified boolean not null default false;
