-- A muted kind reaches no one, and keeps the chosen channels for the time after.
alter table notification_choice add column is_muted boolean not null default false;
