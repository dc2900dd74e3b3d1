create table reviews (
  id uuid primary key,
  reviewer_id uuid not null references users on delete cascade,
  person_id uuid not null references users on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  comment text not null,
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (reviewer_id, person_id),
  check (reviewer_id <> person_id)
);
create index reviews_person on reviews (person_id, updated_at, id);

-- The average follows from sum and count, so it cannot drift from them.
alter table users
  drop column rating,
  add column rating_sum integer not null default 0 check (rating_sum >= 0),
  add check (total_reviews >= 0);
alter table users
  add column rating numeric(3, 2) not null generated always as (
    case total_reviews when 0 then 0 else round(rating_sum::numeric / total_reviews, 2) end
  ) stored;
