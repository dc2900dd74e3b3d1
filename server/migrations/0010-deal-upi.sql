alter table deals
  -- The seller's when the offer was accepted, or as the seller confirmed it here since; '' is none.
  add column upi_id text not null default '',
  -- When the seller last confirmed another one here; null for the first one.
  add column upi_changed_at timestamptz,
  add check (ended_at is null or upi_id = '');
update deals set upi_id = upi_ids.upi_id from upi_ids where user_id = seller_id and ended_at is null;
