#!/bin/sh
# Restores a scratch PostgreSQL to a point in time with pgbackrest.conf of this folder. Run it as the user postgres:
#   PGBIN=/usr/lib/postgresql/15/bin PGPORT=5499 sh drill.sh
# It creates and deletes a folder below TMPDIR and touches no other database.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
: "${PGBIN:=/usr/lib/postgresql/15/bin}" "${PGPORT:=5499}"
work=$(mktemp -d)
data=$work/data
export PGPORT PGHOST="$work" PGDATABASE=postgres
export PGBACKREST_REPO1_CIPHER_PASS=only-for-this-drill
export PGBACKREST_CONFIG="$here/pgbackrest.conf" PGBACKREST_STANZA=halocline PGBACKREST_PG1_PATH="$data"
export PGBACKREST_PG1_SOCKET_PATH="$work" PGBACKREST_PG1_PORT="$PGPORT" PGBACKREST_REPO1_PATH="$work/repo"
export PGBACKREST_SPOOL_PATH="$work/spool" PGBACKREST_LOG_PATH="$work/log" PGBACKREST_LOCK_PATH="$work/lock"
export PGBACKREST_LOG_LEVEL_CONSOLE=warn
mkdir "$work/repo" "$work/spool" "$work/log" "$work/lock"

start() { "$PGBIN/pg_ctl" -D "$data" -l "$work/postgres.log" -w start >/dev/null; }
stop() { "$PGBIN/pg_ctl" -D "$data" -m "${1:-fast}" -w stop >/dev/null 2>&1 || true; }
ask() { "$PGBIN/psql" -XAtq -c "$1"; }
trap 'stop immediate; rm -rf "$work"' EXIT

"$PGBIN/initdb" -D "$data" --encoding=UTF8 --locale=C.UTF-8 >/dev/null
grep -v '^#' "$here/postgresql.conf" >>"$data/postgresql.conf"
echo "listen_addresses = ''
port = $PGPORT
unix_socket_directories = '$work'" >>"$data/postgresql.conf"
start
pgbackrest stanza-create
pgbackrest check
ask 'create table dive as select n, md5(n::text) as note from generate_series(1, 200000) n'
began=$(date +%s)
pgbackrest backup --type=full
echo "full backup: $(($(date +%s) - began)) s, $(du -sm "$work/repo" | cut -f1) MB"

ask "insert into dive select n, 'after the backup' from generate_series(200001, 250000) n"
expected=$(ask "select count(*) || ' ' || md5(string_agg(note, '' order by n)) from dive")
moment=$(ask 'select clock_timestamp()')
ask 'select pg_sleep(1); delete from dive where n % 2 = 0; select pg_switch_wal()' >/dev/null
began=$(date +%s)
pgbackrest backup --type=incr
echo "incremental backup: $(($(date +%s) - began)) s, $(du -sm "$work/repo" | cut -f1) MB"

# The disk is lost.
stop immediate
rm -rf "$data"
began=$(date +%s)
pgbackrest restore --type=time --target="$moment" --target-action=promote
start
until [ "$(ask 'select pg_is_in_recovery()')" = f ]; do sleep 0.2; done
echo "restored to $moment: $(($(date +%s) - began)) s"
found=$(ask "select count(*) || ' ' || md5(string_agg(note, '' order by n)) from dive")
[ "$found" = "$expected" ] || { echo "FAILED: expected $expected, found $found"; exit 1; }
echo "ok: $found, as at that moment"
