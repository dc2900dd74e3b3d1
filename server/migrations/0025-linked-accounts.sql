-- Accounts that may belong to one person: the flags that name an account.
create index flags_linked on flags using gin ((data -> 'userIds')) where rule in ('same-device', 'same-address');
