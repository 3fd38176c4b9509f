-- Outside a transaction. Reads each table once, while others read and write it.
alter table session validate constraint partition_bound;
alter table notification validate constraint partition_bound;
alter table learning_step validate constraint partition_bound;
alter table mail_outbox validate constraint partition_bound;
alter table mail_outbox validate constraint mail_outbox_id_time;
alter table security_event validate constraint partition_bound;
alter table audit_entry validate constraint partition_bound;
