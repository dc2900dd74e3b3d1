-- How the last backups by the operator's command ended: one row for the last success, one for the last failure.
create table backup_results (
  outcome text primary key check (outcome in ('success', 'failure')),
  at timestamptz not null default now(),
  -- The folder of the backup, or why it failed.
  what text not null,
  -- Null for a failure.
  database_bytes bigint,
  photo_bytes bigint
);
