-- The price that the post asked when the deal was agreed, a bound where no mandi reports one. Null for earlier deals.
alter table deals add column if not exists asked_price numeric(10, 2), add column if not exists asked_unit text;
-- From where each side confirmed: keyed hashes of addresses and browsers, until agreed prices are not counted from it.
alter table deals
  add column if not exists buyer_origins text not null default '',
  add column if not exists seller_origins text not null default '';
-- Whether the deal, if cancelled or overdue, counts against a side: the rules of completed deals. Null for earlier ones.
alter table deals add column if not exists passes_rules boolean;
-- When each side said that a problem is settled: the other side cancelled alone although money was paid or promised.
alter table deals
  add column if not exists buyer_settled_at timestamptz,
  add column if not exists seller_settled_at timestamptz;
alter table deal_events
  drop constraint if exists deal_events_kind_check,
  add constraint deal_events_kind_check check (kind in
    ('agreed', 'delivered', 'paid', 'cancel', 'completed', 'cancelled', 'lapsed', 'problem', 'settled')) not valid;
alter table deal_events validate constraint deal_events_kind_check;
-- Problems in deals that the user cancelled, which both sides have not said to be settled.
alter table users add column if not exists deals_disputed integer not null default 0;
drop index concurrently if exists deals_with_origins;
create index concurrently deals_with_origins on deals (ended_at) where buyer_origins <> '' or seller_origins <> '';
-- In one transaction
