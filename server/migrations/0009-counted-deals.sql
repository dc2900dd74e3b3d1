-- Alone, the seller can cancel before the seller's first confirmation, the buyer before any. What nobody confirms lapses.
alter table deals drop constraint deals_check2, add constraint deals_check2 check (
  status <> 'cancelled' or num_nulls(buyer_cancelled_at, seller_cancelled_at) = 0
  or seller_cancelled_at is not null and num_nonnulls(seller_delivered_at, seller_paid_at) = 0
  or num_nonnulls(buyer_delivered_at, seller_delivered_at, buyer_paid_at, seller_paid_at) = 0);
create index deals_untouched on deals (changed_at) where status = 'agreed'
  and num_nonnulls(buyer_delivered_at, seller_delivered_at, buyer_paid_at, seller_paid_at) = 0;
alter table deal_events drop constraint deal_events_kind_check, add constraint deal_events_kind_check
  check (kind in ('agreed', 'delivered', 'paid', 'cancel', 'completed', 'cancelled', 'lapsed', 'problem'));

-- It counts in records, agreed prices and for reviews; decided when it was completed.
alter table deals add column is_counted boolean not null default false;
update deals set is_counted = true where status = 'completed';
alter table deals add check (not is_counted or status = 'completed');
drop index deals_completed;
create index deals_counted on deals (ended_at) where is_counted;

-- Counted again every hour.
delete from agreed_prices;
alter table agreed_prices add column buyers int not null;
