-- A viewer counts once for a post and day (Indian time). Days that are over are dropped.
create table if not exists post_views_parted (
  post_id uuid not null references posts on delete cascade,
  viewer_id uuid not null references users (member_id) on delete cascade,
  day date not null,
  constraint post_views_once primary key (post_id, viewer_id, day)
) partition by range (day);
create table if not exists post_views_default partition of post_views_parted default;

select add_partition('post_views_parted', 'post_views_' || to_char(day, 'YYYYMMDD'), day::date, day::date + 1)
from generate_series((now() at time zone 'Asia/Kolkata')::date - 2, (now() at time zone 'Asia/Kolkata')::date + 7,
  interval '1 day') as day;
call copy_table('post_views', 'post_views_parted', '{post_id,viewer_id,day}');
analyze (skip_locked) post_views_parted;

-- In one transaction

lock table post_views in access exclusive mode;
drop trigger copy_post_views on post_views;
alter table post_views rename to post_views_before;
alter table post_views_parted rename to post_views;
