-- Undelivered notifications are in a narrow table, so that a delivery writes neither the notification nor its indexes. It has
-- no index or foreign key, which would cost each notification more than the row: delivery reads the whole table, and
-- rows of deleted notifications go at night. One index of the unread serves their count and both kinds of groups.
drop index concurrently if exists notifications_unread_group;
create unique index concurrently notifications_unread_group on notifications
  (user_id, (case kind when 'like' then post_id when 'follow' then user_id else id end)) where not is_read;

-- In one transaction
lock table notifications;
create table undelivered_notifications (notification_id uuid not null);
insert into undelivered_notifications select id from notifications where not is_delivered;

create function add_undelivered_notifications() returns trigger language plpgsql as $$
begin
  insert into undelivered_notifications select id from added;
  return null;
end;
$$;
create trigger adds_undelivered after insert on notifications referencing new table as added
  for each statement execute function add_undelivered_notifications();

alter table notifications drop column is_delivered;
drop index notifications_unread;
drop index notifications_open_likes;
drop index notifications_open_follows;
