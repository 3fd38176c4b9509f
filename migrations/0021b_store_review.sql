-- A store named on an application opens and returns it, as its instructor does.
alter table application_step drop constraint application_step_by_role_check;
alter table application_step add constraint application_step_by_role_check
  check (by_role in ('applicant', 'instructor', 'store', 'staff', 'portal'));
