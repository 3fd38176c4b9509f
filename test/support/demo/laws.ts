import { getLevelMinAge, listMissing, nothingConfirmed } from '#features/certifications/shared/readiness.ts';
import { loadCandidate } from '#features/certifications/server/readiness/candidate.ts';
import { ageOn } from '#domain/age.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { getAgeDepthLimitM } from '#domain/young-divers.ts';
import { evaluateRequirements, type Facts, listOpenRequirements } from '#features/applications/shared/requirements.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';
import type { Context, Services } from '#platform/server/http/context.ts';
import { getCountryCurrency } from '#features/payments/shared/currency.ts';
import { addMonths, toIsoDate } from '#platform/shared/dates.ts';

/** Returns the rows that contradict a law, as text. */
export type Law = (services: Services, now: Date) => Promise<string[]>;

async function select<Row>(services: Services, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await services.database.pool.query(text, values)).rows as Row[];
}

interface CardRow {
  id: number;
  name: string;
  level: number;
  day: string;
  birthdate: string | null;
  /** The card is older than the account: it was taken over from the association's register. */
  isImported: boolean;
}

const listCards = (services: Services) =>
  select<CardRow>(
    services,
    `select c.affiliate_id::int as id, p.given_name || ' ' || p.family_name as name, c.level_id as level,
       c.cert_date::text as day, p.birthdate::text as birthdate, c.cert_date < p.created_at::date as "isImported"
     from certification c join person p using (affiliate_id) order by c.affiliate_id, c.cert_date`,
  );

/** How long the forms of a water day are kept at least. */
const keptMonths = 24;

/** The portal's own rules find nothing missing on the day of the card. */
export const noCardBeforeItsCourse: Law = async (services, now) => {
  const problems: string[] = [];
  const ctx = { db: services.database.db, services, now } as Context;
  for (const { id, name, level, day, isImported } of await listCards(services)) {
    const packageId = findLevel(level)?.packageId ?? null;
    if (packageId === null || isImported) continue;
    const candidate = await loadCandidate(ctx, id, packageId);
    if (candidate === null) throw new Error(`no person ${id}`);
    const missing = listMissing(level, candidate.facts, day, { ...nothingConfirmed, photo: true }).filter(
      // Photos are drawn later, and old forms were deleted after the time they are kept.
      ({ kind, day: on }) => !kind.startsWith('photo') && (on === null || addMonths(on, keptMonths) > toIsoDate(now)),
    );
    if (missing.length > 0) problems.push(`${name}, level ${level} on ${day}: ${JSON.stringify(missing)}`);
  }
  return problems;
};

/** Cards without a course here follow from lower cards and dives. */
export const noCardBeforeItsDives: Law = async (services) => {
  const cards = await listCards(services);
  const dives = await select<{ id: number; day: string; kind: string | null; suit: string | null }>(
    services,
    `select affiliate_id::int as id, dive_date::text as day, equipment->>'suit_type' as suit,
       case when status = 'Verified' then adventure_dive end as kind
     from dive_log where status in ('Verified', 'Logged')`,
  );
  return cards.flatMap(({ id, name, level, day, birthdate, isImported }) => {
    const before = new Set(cards.filter((card) => card.id === id && card.day < day).map((card) => card.level));
    const own = dives.filter((dive) => dive.id === id && dive.day <= day);
    const kinds = own.flatMap(({ kind }) => kind ?? []);
    const definition = findLevel(level);
    const problems = [
      ...(definition && birthdate && ageOn(birthdate, day) < getLevelMinAge(definition) ? ['too young'] : []),
      ...(level > 11 && !before.has(10) && !before.has(11) ? ['no Open Water'] : []),
      ...(level === 40 && !before.has(30) ? ['no Advanced'] : []),
      ...(level === 80 && !before.has(70) ? ['no Divemaster'] : []),
    ];
    if (!isImported) {
      if (level === 20 && kinds.length < 3) problems.push('fewer than three adventure dives');
      if (level === 30 && (kinds.length < 5 || !kinds.includes('deep') || !kinds.includes('navigation')))
        problems.push('fewer than five adventure dives');
      if (level === 53 && own.filter(({ suit }) => suit === 'dry suit').length < 2) problems.push('no dry suit dives');
      if (level === 70 && own.length < 60) problems.push(`${own.length} dives before Divemaster`);
    }
    return problems.map((problem) => `${name}, level ${level} on ${day}: ${problem}`);
  });
};

/** A diver stays within the card's depth and breathes enriched air only with its card. */
export const noDiveBeyondTheCard: Law = async (services) => {
  const cards = await listCards(services);
  const dives = await select<{ id: number; day: string; depth: number; gas: string }>(
    services,
    `select affiliate_id::int as id, dive_date::text as day, max_depth_m::float as depth, equipment->>'gas_mixture' as gas
     from dive_log where status = 'Logged'`,
  );
  return dives.flatMap(({ id, day, depth, gas }) => {
    const held = cards.filter((card) => card.id === id && card.day <= day);
    const birthdate = held[0]?.birthdate ?? null;
    const ofAge = birthdate === null ? null : getAgeDepthLimitM(ageOn(birthdate, day));
    const limit = Math.min(
      ofAge ?? Infinity,
      Math.max(0, ...held.map(({ level }) => findLevel(level)?.maxDepthM ?? 0)),
    );
    const hasGasCard = gas === 'Air' || held.some(({ level }) => level === 50);
    return depth <= limit + 0.05 && hasGasCard ? [] : [`${id} on ${day}: ${depth} m on ${gas}, limit ${limit} m`];
  });
};

/** No one makes two dives at the same time. */
export const noOverlappingDives: Law = (services) =>
  select<{ problem: string }>(
    services,
    `select a.affiliate_id || ' on ' || a.dive_date || ': ' || a.dive_title || ', ' || b.dive_title as problem
     from dive_log a join dive_log b on b.affiliate_id = a.affiliate_id and b.dive_date = a.dive_date and b.id > a.id
       and a.time_in < b.time_out and b.time_in < a.time_out`,
  ).then((rows) => rows.map(({ problem }) => problem));

/** All dives of one day are in one region, so no one crosses a country between two of them. */
export const noDaysInTwoRegions: Law = async (services) => {
  const rows = await select<{ id: number; day: string; regions: string[] }>(
    services,
    `select affiliate_id::int as id, dive_date::text as day,
       array_agg(distinct regexp_replace(dive_location, '^.*, ', '')) as regions
     from dive_log where status <> 'Draft' group by affiliate_id, dive_date`,
  );
  // Kelder Bay is invented, on the coast between the other two.
  const coast = new Set(['Kelder Bay', 'St Abbs', 'Farne Islands']);
  return rows.flatMap(({ id, day, regions }) =>
    regions.length === 1 || regions.every((region) => coast.has(region)) ? [] : [`${id} on ${day}: ${regions}`],
  );
};

/** People of the demo dive without an instructor only with others who are certified by then. */
export const noBuddyBeforeTheirCard: Law = (services) =>
  select<{ problem: string }>(
    services,
    `select d.affiliate_id || ' on ' || d.dive_date || ' with ' || n.full_name as problem
     from dive_log d cross join jsonb_array_elements_text(d.experience->'buddies') as buddy(name)
     join person_name n on n.full_name = buddy.name
     where d.status = 'Logged' and not exists (select from certification c
       where c.affiliate_id = n.affiliate_id and c.cert_date <= d.dive_date)`,
  ).then((rows) => rows.map(({ problem }) => problem));

/** Water sessions come after the signed forms, the person joined before anything else, codes before cards. */
export const nothingBeforeItsCause: Law = async (services) => {
  const checks: Record<string, string> = {
    'skill signed before the forms': `select s.affiliate_id from skill_sign_off s join enrollment e using (affiliate_id, package_id)
       where s.signed_on > now() - interval '23 months' and not exists (select from form_record f
         where f.affiliate_id = s.affiliate_id and f.packet = 'course' and f.signed_at::date <= s.signed_on)`,
    'training dive before the forms': `select d.affiliate_id from dive_log d
       where d.log_course = 'open_water' and d.dive_date > now() - interval '23 months' and not exists (select from form_record f
         where f.affiliate_id = d.affiliate_id and f.packet = 'course' and f.signed_at::date <= d.dive_date)`,
    'code redeemed after the card': `select a.redeemed_by as affiliate_id from access_code a
       join certification c on c.affiliate_id = a.redeemed_by where a.redeemed_at::date >= c.cert_date
         and (a.package_id, c.level_id) in (('open-water', 10), ('open-water', 11), ('enriched-air', 50), ('deep', 51),
           ('peak-buoyancy', 52))`,
    'code redeemed without a course': `select redeemed_by as affiliate_id from access_code a where redeemed_at is not null
       and not exists (select from enrollment e where e.affiliate_id = a.redeemed_by and e.package_id = a.package_id)`,
    'course before joining': `select affiliate_id from enrollment e join person p using (affiliate_id)
       where e.granted_at < p.created_at`,
    'open course of a held card': `select e.affiliate_id from enrollment e join certification c using (affiliate_id)
       where e.completed_at is null and (e.package_id, c.level_id) in
         (('open-water', 10), ('open-water', 11), ('enriched-air', 50), ('deep', 51), ('peak-buoyancy', 52))`,
    'lessons that differ from the total': `select e.affiliate_id from enrollment e where e.lessons_done <> (select count(*)
       from lesson_progress l where (l.affiliate_id, l.package_id) = (e.affiliate_id, e.package_id) and l.done_at is not null)`,
    'verified by a person who may not teach': `select affiliate_id from dive_log where verified_by is not null
       and verified_by not in (select affiliate_id from active_instructor)`,
    'dive at an unknown site': `select affiliate_id from dive_log where dive_location not in (select name from dive_site)`,
    'guest who is ready without signed forms': `select c.affiliate_id from dsd_checkpoint c
       where lower(c.status) in ('forms-submitted', 'completed', 'processed') and not exists (select from form_record f
         where f.id = c.document_id and f.affiliate_id = c.affiliate_id and f.packet = 'dsd' and f.signed_at <= c.updated_at)`,
    'child without a guardian who signed': `select f.affiliate_id from form_record f where f.is_minor
       and not exists (select from guardian_link g where g.affiliate_id = f.affiliate_id)`,
  };
  const found = await Promise.all(
    Object.entries(checks).map(async ([law, text]) =>
      (await select<{ affiliate_id: number }>(services, text)).map(({ affiliate_id: id }) => `${law}: ${id}`),
    ),
  );
  return [...new Set(found.flat())];
};

/** Dates that are meant to lie ahead. */
const future =
  /^(due_at|delete_unverified_at|dive_on|expires_at|expires_date|share_ends_at|ends_on|ends_at|valid_until|keep_until|review_until|claimed_until)$/;

export const nothingInTheFuture: Law = async (services) => {
  const columns = await select<{ table: string; column: string }>(
    services,
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('date', 'timestamp with time zone')
       and c.table_name <> 'migration'`,
  );
  const found = await Promise.all(
    columns
      .filter(({ column }) => !future.test(column))
      .map(async ({ table, column }) => {
        // Compared with the time of the check, because the test itself makes rows after loading, which takes minutes on a busy machine.
        const text = `select from "${table}" where "${column}" > now() + interval '5 minutes' limit 1`;
        return (await select(services, text)).length > 0 ? [`${table}.${column}`] : [];
      }),
  );
  return found.flat();
};

/** Every application met its requirements on the day the instructor sent it. */
export const noApplicationSentTooEarly: Law = async (services) => {
  const rows = await select<{ id: number; type: number; facts: Facts; day: string }>(
    services,
    `select id::int, type_id as type, facts, sent_at::date::text as day from application where sent_at is not null`,
  );
  return rows.flatMap(({ id, type, facts, day }) => {
    const { requirements } = findApplicationType(type);
    const open = listOpenRequirements(evaluateRequirements(requirements, facts, day, 'certify'));
    return open.map((result) => `application ${id} on ${day}: ${result.id}`);
  });
};

/** One person sees and pays one currency. */
export const oneCurrencyPerPerson: Law = async (services) =>
  (
    await select<{ id: number; currencies: string[] }>(
      services,
      `select affiliate_id::int as id, array_agg(distinct currency) as currencies from (
         select affiliate_id, currency from payment union all select affiliate_id, currency from shop_order
         union all select affiliate_id, currency from membership_period
         union all select affiliate_id, currency from payment_request) paid
       group by affiliate_id having count(distinct currency) > 1`,
    )
  ).map(({ id, currencies }) => `${id}: ${currencies.join(', ')}`);

/** A store's shop is in the currency of its credit, and all else that it pays in the currency of its country. */
export const creditInTheCurrencyOfTheStore: Law = async (services) =>
  (
    await select<{ id: number; country: string; currency: string }>(
      services,
      `select affiliate_id::int as id, country, available_credit_currency as currency
       from person where available_credit_currency is not null`,
    )
  )
    .filter(({ country, currency }) => currency !== getCountryCurrency(country))
    .map(({ id, country, currency }) => `${id} in ${country}: ${currency}`);
