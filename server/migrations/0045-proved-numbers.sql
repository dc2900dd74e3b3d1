-- An account that is opened with a mobile number has no email address until its owner adds one.
alter table users alter column email drop not null;
alter table former_accounts alter column email_fingerprint drop not null;
-- The number of a former account that its owner had proved, as a keyed value.
alter table former_accounts add column if not exists proved_number_fingerprint text;
-- The address that a link adds to an account.
alter table verifications add column if not exists address text;

-- Mobile numbers that their owners proved by a code. A number opens one account.
create table proved_numbers (
  number text primary key,
  user_id uuid not null unique references users (member_id) on delete cascade,
  proved_at timestamptz not null default now()
);

-- Codes sent by SMS. The six digits are computed from the id and SECRET_KEY, and not stored.
create table number_codes (
  id uuid primary key,
  number text not null,
  -- The member who proves the number; null for a log-in.
  user_id uuid references users (member_id) on delete cascade,
  -- Wrong tries of the browser that asked for the code, and of others.
  tries smallint not null default 0,
  stray_tries smallint not null default 0,
  expires_at timestamptz not null
);
create index number_codes_number on number_codes (number);
create index number_codes_user on number_codes (user_id) where user_id is not null;
create index number_codes_expiry on number_codes (expires_at);

-- Whether the user gets the most urgent notifications by SMS too.
alter table users add column if not exists notifications_by_sms boolean not null default false;
-- A delivery without an endpoint is an email, or an SMS.
alter table deliveries add column if not exists is_sms boolean not null default false;
create index deliveries_due_sms on deliveries (due_at, id) where is_sms;
