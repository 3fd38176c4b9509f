-- The day that a physician wrote on the page which was uploaded. Whoever looks at it may do so long after.
alter table form_evaluation add column signed_on date check (signed_on is null or way = 'page');
