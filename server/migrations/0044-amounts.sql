-- What the texts of quantity, shelf life, minimum order and packaging say, as numbers, units and codes: see the contract's
-- trade/amounts.ts. Null until a job has read the texts.
alter table posts add column if not exists amounts jsonb;

-- The release before this one changes the texts alone: the job must read them again.
create or replace function forget_amounts() returns trigger language plpgsql as $$
begin
  new.amounts := null;
  return new;
end;
$$;
create or replace trigger forgets_amounts
  before update of quantity, shelf_life, min_order_quantity, packaging on posts for each row
  when (
    (old.quantity, old.shelf_life, old.min_order_quantity, old.packaging)
      is distinct from (new.quantity, new.shelf_life, new.min_order_quantity, new.packaging)
    and old.amounts is not distinct from new.amounts
  )
  execute function forget_amounts();

-- An interrupted step leaves an index that is not valid.
drop index concurrently if exists posts_without_amounts;
create index concurrently posts_without_amounts on posts (id) where amounts is null;
-- In one transaction
