-- What other features may know of a person. Each of these rules exists only here: how a name is written, and who counts as an
-- active instructor, professional, store or staff member.

-- Names in Han, Kana and Hangul have the family name first and no space; Hungarian names have the family name first
-- (platform/shared/person-name.ts has the same rule for the browser).
create function format_person_name(given text, middle text, family text, language text) returns text
language sql stable parallel safe
return case
  when family || given || middle ~ E'^[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]+$'
    then family || given || middle
  when language = 'hu-HU' then concat_ws(' ', nullif(family, ''), nullif(given, ''), nullif(middle, ''))
  else concat_ws(' ', nullif(given, ''), nullif(middle, ''), nullif(family, ''))
end;

-- A card is signed and shown everywhere, so its name doesn't depend on the language. Searches look for both orders.
create view person_name as
select affiliate_id, given_name, language, starts_with(sub, 'erased:') as is_erased,
  format_person_name(given_name, middle_name, family_name, language) as full_name,
  format_person_name(given_name, '', family_name, language) as short_name,
  format_person_name(given_name, middle_name, family_name, '') as card_name,
  concat_ws(E'\n', format_person_name(given_name, middle_name, family_name, language),
    concat_ws(' ', nullif(given_name, ''), nullif(middle_name, ''), nullif(family_name, ''))) as search_names
from person;

-- Divemasters and instructors, also those whose membership lapsed.
create view professional as
select affiliate_id, member_number, member_status, affiliate_type_id = 3 as is_instructor
from person where affiliate_type_id in (2, 3);

create view active_professional as
select affiliate_id, member_number from person where affiliate_type_id in (2, 3) and member_status = 'Active';

-- Who may teach now: verify training dives, sign skills and certify.
create view active_instructor as
select affiliate_id, member_number from person where affiliate_type_id = 3 and member_status = 'Active';

create view active_store as
select affiliate_id, store_number from person where affiliate_type_id = 4 and not starts_with(sub, 'erased:');

create view staff_member as
select affiliate_id from person where affiliate_type_id = 9 and not starts_with(sub, 'erased:');
