-- What people tell of themselves, and how an account ends.
alter table users
  add column cover_image text,
  add column whatsapp text not null default '',
  -- For a farmer the farm's name.
  add column business_name text not null default '',
  add column specialization text not null default '',
  add column experience text not null default '',
  add column farm_size text not null default '',
  add column certifications text[] not null default '{}',
  add column is_contact_hidden boolean not null default false,
  add column last_seen_at timestamptz,
  -- Opened by Google or Facebook and not yet told role, contact and username.
  add column is_complete boolean not null default true,
  add column suspended_at timestamptz,
  -- A deleted account keeps its row, emptied of everything personal, so that others keep their side of a chat.
  add column deleted_at timestamptz,
  -- Accounts that Google or Facebook opened have none.
  alter column aadhaar_last4 drop not null,
  alter column aadhaar_fingerprint drop not null;

-- Who asked for whose phone number, and when last.
create table contact_reveals (
  viewer_id uuid not null references users on delete cascade,
  person_id uuid not null references users on delete cascade,
  revealed_at timestamptz not null default now(),
  primary key (viewer_id, person_id)
);
create index contact_reveals_person on contact_reveals (person_id);
