-- Run once as a superuser on the primary. The portal does not start behind a pooler without these limits, which
-- connections without a pooler get from the portal. Connections that PgBouncer has already opened don't have them.
alter role halocline set statement_timeout = '30s';
alter role halocline set lock_timeout = '10s';
alter role halocline set idle_in_transaction_session_timeout = '60s';
