-- A form whose own answers need no physician, signed while an earlier one does: the correction has to be accepted.
-- The answers are encrypted, so the queue cannot tell it from them. No such form could be signed before this rule existed.
alter table form_record add column is_correction boolean not null default false;
