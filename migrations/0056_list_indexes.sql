-- Outside a transaction. Indexes of statements that read whole tables (decision 060).

-- The desk's forms to confirm.
drop index concurrently if exists form_record_correction;
create index concurrently form_record_correction on form_record (id) where is_correction and medical_status = 'physician';
drop index concurrently if exists form_evaluation_confirm;
create index concurrently form_evaluation_confirm on form_evaluation (record_id, id) where needs_confirmation;

-- Guardian requests that the desk may approve.
drop index concurrently if exists guardian_invite_unsent;
create index concurrently guardian_invite_unsent on guardian_invite (created_at)
  where sent_at is null and accepted_at is null and withdrawn_at is null and vetoed_at is null;

-- A person knows their account by the text of its id.
drop index concurrently if exists account_sub_text;
create index concurrently account_sub_text on account ((sub::text));
drop index concurrently if exists email_correction_old_email;
create index concurrently email_correction_old_email on email_correction (lower(old_email));

-- An order or a payment without its person.
drop index concurrently if exists shop_order_id;
create index concurrently shop_order_id on shop_order (order_id);
drop index concurrently if exists payment_refund_payment;
create index concurrently payment_refund_payment on payment_refund (payment_id);
drop index concurrently if exists payment_returned;
create index concurrently payment_returned on payment (settled_at) where state = 'returned' and refunded_minor < amount_minor;

-- Whether a file still has a row.
drop index concurrently if exists application_proof_file;
create index concurrently application_proof_file on application_proof (file_key);
drop index concurrently if exists birthdate_correction_file;
create index concurrently birthdate_correction_file on birthdate_correction (file_key) where file_key is not null;
drop index concurrently if exists form_blob_file;
create index concurrently form_blob_file on form_blob (file_key) where file_key is not null;

-- Deleted whenever another link is opened.
drop index concurrently if exists taken_token_expires_at;
create index concurrently taken_token_expires_at on taken_token (expires_at);
