-- Accounts that were deleted while moderators had restricted them, were looking at them or had decided about them in the last
-- year. The values are keyed with SECRET_KEY; a new account with one of them is compared.
create table former_accounts (
  user_id uuid primary key references users on delete cascade,
  email_fingerprint text not null,
  is_email_verified boolean not null,
  phone_fingerprints text[] not null,
  aadhaar_fingerprint text,
  -- Then a job deletes the row, with the cases and decisions about the account.
  until timestamptz not null
);
create index former_accounts_email on former_accounts (email_fingerprint);
create index former_accounts_phone on former_accounts using gin (phone_fingerprints);
create index former_accounts_aadhaar on former_accounts (aadhaar_fingerprint);
create index former_accounts_until on former_accounts (until);

-- What a case is about, as it was when its author deleted the account.
create table case_evidence (
  id uuid primary key references cases on delete cascade,
  username text not null,
  full_name text not null,
  title text not null,
  text text not null,
  images jsonb not null,
  until timestamptz not null
);
create index case_evidence_until on case_evidence (until);

-- Reports that were deleted with the post or comment that they are about.
create table retained_reports (
  id uuid primary key,
  case_id uuid not null references cases on delete cascade,
  reporter_id uuid references users on delete set null,
  reason text not null,
  details text not null,
  weight numeric(4, 2) not null,
  created_at timestamptz not null
);
create index retained_reports_case on retained_reports (case_id);
create index retained_reports_reporter on retained_reports (reporter_id) where reporter_id is not null;
