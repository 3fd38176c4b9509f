-- Completing the divemaster application (type 1) makes a professional: affiliate type 2, a member number, an active
-- membership. Until now it issued only the card, so divers who completed it before get the rest here.
update person p set affiliate_type_id = 2, member_status = 'Active',
  member_number = coalesce(p.member_number, nextval('member_number_seq')::int), version = p.version + 1
where p.affiliate_type_id = 1 and not starts_with(p.sub, 'erased:')
  and exists (select from application a join certification c on c.affiliate_id = a.affiliate_id and c.license_id = a.license_id
    where a.affiliate_id = p.affiliate_id and a.type_id = 1 and a.state = 'Completed' and c.revoked_at is null);
