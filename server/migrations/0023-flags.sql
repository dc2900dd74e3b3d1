-- What an automatic rule found about a post or person. The same finding is never made twice.
create table flags (
  id uuid primary key,
  case_id uuid not null references cases on delete cascade,
  rule text not null,
  -- The post or person. No reference: a flag stays with its case.
  thing_id uuid not null,
  -- A hash of what the rule looked at: a thing that changed may be flagged again.
  found_in text not null,
  weight numeric(10, 2) not null check (weight > 0),
  -- What its text says, and the posts and people that it was compared with.
  data jsonb not null,
  created_at timestamptz not null default now(),
  unique (thing_id, rule, found_in)
);
create index flags_case on flags (case_id);
alter table cases add column flags_count integer not null default 0 check (flags_count >= 0);

-- How the photos of posts look: 64 bits in four parts. Photos that differ in up to three bits are equal in one part.
create table post_photos (
  name text primary key,
  post_id uuid not null references posts on delete cascade,
  part_1 integer not null,
  part_2 integer not null,
  part_3 integer not null,
  part_4 integer not null
);
create index post_photos_post on post_photos (post_id);
create index post_photos_1 on post_photos (part_1);
create index post_photos_2 on post_photos (part_2);
create index post_photos_3 on post_photos (part_3);
create index post_photos_4 on post_photos (part_4);

-- A hash of the text of each post.
create table post_texts (
  post_id uuid primary key references posts on delete cascade,
  text_hash text not null
);
create index post_texts_hash on post_texts (text_hash);

-- The photos and texts of posts that moderators hid, also when their authors delete the posts.
create table removed_posts (
  post_id uuid not null,
  photo text not null,
  text_hash text not null,
  part_1 integer not null,
  part_2 integer not null,
  part_3 integer not null,
  part_4 integer not null,
  removed_at timestamptz not null default now(),
  primary key (post_id, photo)
);
create index removed_posts_text on removed_posts (text_hash);

-- From which address an account was opened, keyed with SECRET_KEY.
create table registration_addresses (
  user_id uuid primary key references users (member_id) on delete cascade,
  address_hash text not null,
  registered_at timestamptz not null default now()
);
create index registration_addresses_hash on registration_addresses (address_hash, registered_at);
