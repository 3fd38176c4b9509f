import { statement } from '#platform/server/db/database.ts';

/** A preparation that takes longer counts as failed. */
export const preparationTimeoutS = 240;

const isTimedOut = (seconds: string) => `started_at < now() - make_interval(secs => ${seconds})`;

/** `started_at` is truncated to milliseconds, because the browser and the job compare it at that precision. */
export const startPreparation = statement<
  { startedAt: Date },
  [affiliateId: number, packageId: string, patienceS: number]
>(`
  insert into elearning_preparation as p (affiliate_id, package_id, state, started_at)
  values ($1, $2, 'preparing', date_trunc('milliseconds', now()))
  on conflict (affiliate_id, package_id) do update set
    state = 'preparing', percent = 0, started_at = excluded.started_at, ended_at = null
  where p.state <> 'preparing' or p.${isTimedOut('$3')}
  returning started_at as "startedAt"`);

export const findPreparation = statement<
  { state: 'preparing' | 'ready' | 'failed' | null; percent: number; startedAt: Date | null; isEntitled: boolean },
  [affiliateId: number, packageId: string, patienceS: number]
>(`
  select case when p.state = 'preparing' and p.${isTimedOut('$3')} then 'failed' else p.state end as state,
    coalesce(p.percent, 0) as percent, p.started_at as "startedAt", e.affiliate_id is not null as "isEntitled"
  from (select $1::bigint as affiliate_id, $2::text as package_id) asked
    left join elearning_preparation p using (affiliate_id, package_id)
    left join enrollment e using (affiliate_id, package_id)`);

/**
 * The percentage never decreases. `started_at` must match, so a timed-out job cannot change a newer preparation.
 */
export const updatePreparationPercent = statement<
  { percent: number },
  [affiliateId: number, packageId: string, startedAt: string, percent: number]
>(`
  update elearning_preparation set percent = greatest(percent, $4)
  where affiliate_id = $1 and package_id = $2 and started_at = $3 and state = 'preparing' returning percent`);

export const finishPreparation = statement<
  { state: string },
  [affiliateId: number, packageId: string, startedAt: string, state: 'ready' | 'failed']
>(`
  update elearning_preparation set state = $4, ended_at = now(), percent = case when $4 = 'ready' then 100 else percent end
  where affiliate_id = $1 and package_id = $2 and started_at = $3 and state = 'preparing' returning state`);
