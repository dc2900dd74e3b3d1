-- Three tables get partitions while writers go on, each in a migration of its own (decision 37). A trigger copies each change
-- from the old table to the new one, rows that exist are copied in batches, and a short transaction exchanges the tables, of
-- which it locks only one that writers use.

-- Does nothing if the partition exists, or if the default partition has rows that belong into it, which stay there. Gives up
-- soon when it waits for a lock, because readers and writers would queue behind it.
create or replace function add_partition(partitioned text, partition_name text, first_day date, next_day date) returns void
language plpgsql set lock_timeout = '500ms' as $$
begin
  if to_regclass(partition_name) is not null then return; end if;
  execute format('create table %I partition of %I for values from (%L) to (%L)',
    partition_name, partitioned, first_day, next_day);
exception when duplicate_table or check_violation then null;
end;
$$;

-- Drops the partitions of days before this one.
create or replace function drop_partitions(partitioned text, first_day date) returns void
language plpgsql set lock_timeout = '500ms' as $$
declare
  partition_name regclass;
begin
  for partition_name in
    select oid from pg_inherits join pg_class on oid = inhrelid
    where inhparent = partitioned::regclass
      and substring(pg_get_expr(relpartbound, oid) from $re$TO \('(.+)'\)$re$)::date <= first_day
  loop
    execute format('drop table %s', partition_name);
  end loop;
end;
$$;

-- A message never changes, except that its photos are deleted with the account of its sender, and that its post is deleted.
create table if not exists messages_parted (
  conversation_id uuid not null references conversations,
  number integer not null,
  -- The server makes it, so that it needs no unique index, which would have to include the conversation.
  id uuid not null,
  -- Created by the sender's client: a repeated message is the same one.
  client_id uuid not null,
  sender_id uuid not null,
  receiver_id uuid not null,
  text text not null,
  -- [{url, width, height, thumbhash}] in the order shown.
  images jsonb not null default '[]',
  post_id uuid references posts on delete set null,
  -- No foreign keys and no indexes, which would cost each message: the card of a deleted wanted post is null where it is
  -- read, and offers are not deleted.
  wanted_id uuid,
  offer_id uuid,
  offer_version int,
  created_at timestamptz not null,
  constraint messages_place primary key (conversation_id, number),
  -- Also leads from a sender to their messages.
  constraint messages_client unique (sender_id, client_id, conversation_id)
) partition by hash (conversation_id);
create index if not exists messages_id on messages_parted (id);
create index if not exists messages_about on messages_parted (post_id) where post_id is not null;
do $$
begin
  for part in 0..15 loop
    execute format('create table if not exists messages_%s partition of messages_parted for values with (modulus 16, remainder %s)',
      part, part);
  end loop;
end;
$$;

-- How far each table is copied, in pages, in case that the migration is interrupted.
create table if not exists copied_pages (
  table_name text primary key,
  next_page int not null
);

-- Copies `source` to `target`, which then follows it. A batch locks its rows, so that a concurrent update or deletion follows it;
-- each commits, and waits for no row longer than the lock timeout of the migration.
create or replace procedure copy_table(source text, target text, key text[]) language plpgsql as $$
declare
  names text;
  new_values text;
  is_same_row text;
  page int := 0;
  pages int;
  is_complete boolean;
begin
  select string_agg(attname, ', ' order by attnum), string_agg('new.' || attname, ', ' order by attnum)
  into names, new_values
  from pg_attribute where attrelid = target::regclass and attnum > 0 and not attisdropped;
  select string_agg(format('%1$s = old.%1$s', name), ' and ') into is_same_row from unnest(key) as name;
  execute format($function$
    create or replace function copy_%1$s() returns trigger language plpgsql as $body$
    begin
      if tg_op <> 'INSERT' then delete from %2$I where %3$s; end if;
      if tg_op <> 'DELETE' then insert into %2$I (%4$s) values (%5$s); end if;
      return null;
    end;
    $body$ $function$, source, target, is_same_row, names, new_values);
  execute format('create or replace trigger copy_%1$s after insert or update or delete on %1$I for each row execute function copy_%1$s()',
    source);
  commit;
  select next_page into page from copied_pages where table_name = source;
  page := coalesce(page, 0);
  -- The trigger copies what is added from now on.
  pages := pg_relation_size(source::regclass) / current_setting('block_size')::int;
  while page < pages loop
    begin
      execute format('insert into %1$I (%2$s) select %2$s from (select * from %3$I where ctid >= $1 and ctid < $2 for share) as locked on conflict do nothing',
        target, names, source)
      using format('(%s,0)', page)::tid, format('(%s,0)', page + 64)::tid;
      page := page + 64;
      insert into copied_pages values (source, page) on conflict (table_name) do update set next_page = page;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.1);
    end;
    commit;
  end loop;
  -- One statement sees both tables as they were at one moment.
  execute format('select (select (count(*), sum(hash_record_extended(row(%1$s), 0))) from %2$I) = (select (count(*), sum(hash_record_extended(row(%1$s), 0))) from %3$I)',
    names, source, target) into is_complete;
  if not is_complete then
    delete from copied_pages where table_name = source;
    commit;
    raise exception 'the copy of % is not complete: start again', source;
  end if;
end;
$$;
call copy_table('messages', 'messages_parted', '{conversation_id,number}');
analyze (skip_locked) messages_parted;
-- Messages are not deleted, and their ids have no unique index.
alter table reports drop constraint if exists reports_message_id_fkey;

-- In one transaction

lock table messages in access exclusive mode;
drop trigger copy_messages on messages;
alter table messages rename to messages_before;
alter table messages_parted rename to messages;
