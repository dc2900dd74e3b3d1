-- Private bookmarks, unlike likes. Its author sees how many there are.
create table saved_posts (
  user_id uuid not null references users (member_id) on delete cascade,
  post_id uuid not null references posts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
create index saved_posts_of_user on saved_posts (user_id, created_at, post_id);
create index saved_posts_post on saved_posts (post_id, created_at);

-- How many viewed a post on a day before yesterday, without who: `post_views` has the last days.
create table post_view_days (
  post_id uuid not null references posts on delete cascade,
  day date not null,
  views integer not null check (views > 0),
  primary key (post_id, day)
);
