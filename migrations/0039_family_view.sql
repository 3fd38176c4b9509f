-- A person's family, the person included: guardians, other children of those guardians, own children, and the other
-- guardians of those children. None of them may decide, confirm or certify anything for the person. Former guardians
-- count as family, however the link ended.
create view family_member as
with guardian as not materialized (
  select affiliate_id, guardian_id from guardian_link union all select affiliate_id, guardian_id from former_guardian
)
select affiliate_id, affiliate_id as member_id from person
union select affiliate_id, guardian_id from guardian
union select g.affiliate_id, s.affiliate_id from guardian g join guardian s on s.guardian_id = g.guardian_id
union select guardian_id, affiliate_id from guardian
union select g.guardian_id, s.guardian_id from guardian g join guardian s on s.affiliate_id = g.affiliate_id;
