-- A deleted account keeps its emptied row, so its foreign keys still hold. What a request of its owner's that was under
-- way writes after the deletion is refused here, as if the row were gone. Messages see to it themselves.
create function refuse_deleted_person() returns trigger language plpgsql as $$
declare
  person uuid;
begin
  if tg_table_name = 'posts' then person := new.author_id;
  elsif tg_table_name in ('likes', 'sessions', 'accounts') then person := new.user_id;
  elsif tg_table_name in ('post_views', 'contact_reveals') then person := new.viewer_id;
  elsif tg_table_name = 'follows' then person := new.follower_id;
  elsif tg_table_name = 'reviews' then person := new.reviewer_id;
  elsif tg_table_name = 'blocks' then person := new.blocker_id;
  elsif tg_table_name = 'reports' then person := new.reporter_id;
  end if;
  -- Waits for a deletion that is under way, and then sees it.
  perform from users where id = person and deleted_at is null for key share;
  if not found then
    raise foreign_key_violation using message = 'this account is deleted';
  end if;
  return new;
end;
$$;

create trigger not_by_deleted before insert on posts for each row execute function refuse_deleted_person();
create trigger not_by_deleted before insert on likes for each row execute function refuse_deleted_person();
create trigger not_by_deleted before insert on sessions for each row execute function refuse_deleted_person();
create trigger not_by_deleted before insert on accounts for each row execute function refuse_deleted_person();
create trigger not_by_deleted before insert on post_views for each row execute function refuse_deleted_person();
create trigger not_by_deleted before insert on contact_reveals for each row execute function refuse_deleted_person();
create trigger not_by_deleted before insert on follows for each row execute function refuse_deleted_person();
create trigger not_by_deleted before insert on reviews for each row execute function refuse_deleted_person();
create trigger not_by_deleted before insert on blocks for each row execute function refuse_deleted_person();
create trigger not_by_deleted before insert on reports for each row execute function refuse_deleted_person();
