-- A form whose own answers need no physician, signed while an earlier one does: somebody has to accept the correction.
-- The answers are encrypted, so the queue cannot tell it from them. Nobody could sign such a form before this rule existed.
alter table form_record add column is_correction boolean not null default false;
