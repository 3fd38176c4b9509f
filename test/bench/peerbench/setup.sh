#!/usr/bin/env bash
# Puts the product into a copy of the harness and fills one database per clone. See README.md.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
harness=${HARNESS:?the writable copy of the harness}
: "${PRODUCT:?an installed clone of the product}"
cp "$here/product.mjs" "$harness/product.mjs"
cp "$here/start-once.mjs" "$here/fill.sql" "$harness/product/"
sed -i "s|^if (existsSync(\`\${here}/product.mjs\`)).*|Object.assign(targets, (await import('./product.mjs')).productTargets);|" "$harness/targets.mjs"
cd "$harness"
./setup.sh
psql() { command psql -q -h 127.0.0.1 -p 5544 -U postgres -v ON_ERROR_STOP=1 "$@"; }
fill() { # target, database
  psql -d postgres -Atc "select 1 from pg_database where datname = '$2'" | grep -q 1 || psql -d postgres -c "create database $2"
  # The product migrates when it starts.
  [ "$(psql -d "$2" -Atc "select to_regclass('dive_log') is not null")" = t ] || node_modules/.bin/node product/start-once.mjs "$1"
  [ "$(psql -d "$2" -Atc 'select exists (select from dive_log where id > 10000000)')" = t ] && return
  psql -d "$2" -1 -f product/fill.sql
  psql -d "$2" -c 'vacuum (analyze, freeze)'
}
fill product halocline
[ -z "${PRODUCT_BEFORE:-}" ] || fill product-before halocline_before
