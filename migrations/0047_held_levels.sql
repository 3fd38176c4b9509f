-- The certification levels that count as prerequisites: valid cards, approved cards of other agencies and, for professionals,
-- the level they work at.
create view held_level as
select affiliate_id, level_id, cert_date as held_from from certification where revoked_at is null
union all
select affiliate_id, equivalent_level_id, date '1900-01-01' from outside_certification where equivalent_level_id is not null
union all
select affiliate_id, case affiliate_type_id when 2 then 70 else 80 end, date '1900-01-01'
from person where affiliate_type_id in (2, 3);
