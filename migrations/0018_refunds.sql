-- A bank may send back, days later, what had gone to it: the refund is refused after all, and this says since when.
alter table payment_refund add column failed_at timestamptz;
-- Of the codes of a line those that were taken back with its money: they are good again where the money did not go.
alter table order_line add column taken_codes text[] not null default '{}';
comment on column order_line.taken_codes is 'secret';
