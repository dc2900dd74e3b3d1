-- Foreign keys go one table at a time, first the one that writers use: each statement locks only one of those.
do $$
begin
  lock table posts in access exclusive mode;
  alter table if exists messages_before drop constraint if exists messages_post_id_fkey;
  alter table if exists post_views_before drop constraint if exists post_views_post_id_fkey;
end;
$$;
do $$
begin
  lock table users in access exclusive mode;
  alter table if exists post_views_before drop constraint if exists post_views_viewer_id_fkey;
end;
$$;
do $$
begin
  lock table conversations in access exclusive mode;
  alter table if exists messages_before drop constraint if exists messages_conversation_id_fkey;
end;
$$;
do $$
begin
  lock table rate_series in access exclusive mode;
  alter table if exists rates_before drop constraint if exists rates_series_id_fkey;
end;
$$;

-- In one transaction

drop table messages_before, post_views_before, rates_before, copied_pages;
drop function copy_messages, copy_post_views, copy_rates;
drop procedure copy_table;
