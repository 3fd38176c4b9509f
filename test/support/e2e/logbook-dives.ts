import type { Page } from 'playwright';
import sharp from 'sharp';
import { runSql } from './database.ts';

/** A person whose logbook contains only the test's dives. */
export const diver = { email: 'guardian@demo.test', affiliateId: 400_004 };
export const classmates = [400_003, 400_006];
export const instructor = { email: 'instructor@demo.test', affiliateId: 400_005, memberNumber: 100_001 };

export interface SeededDive {
  title: string;
  date: string | null;
  status: 'Draft' | 'Pending' | 'Verified' | 'Returned' | 'Logged';
  depthM?: number;
  minutes?: number;
  lesson?: number;
  affiliateId?: number;
  reason?: string;
}

/** Seeded dives deviate from the standard: most skills are missing, and no forms were signed. */
export async function enterDeviationReason(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason for verifying anyway').fill('I was there and saw the rest on another dive.');
  await dialog.getByRole('button', { name: /^Verify/ }).click();
}

export async function clearDives(): Promise<void> {
  await runSql("delete from dive_log where affiliate_id = $1 or dive_title = 'Class dive'", [diver.affiliateId]);
}

/** Inserts dives, numbers them by date like the server, and returns their ids in order. */
export async function seedDives(dives: readonly SeededDive[]): Promise<string[]> {
  const rows = dives.map(({ status, lesson, affiliateId, ...dive }) => ({
    ...dive,
    status,
    lesson: lesson ?? null,
    type: status === 'Logged' || (status === 'Draft' && lesson === undefined) ? 'Recreational' : 'Training',
    affiliateId: affiliateId ?? diver.affiliateId,
  }));
  const inserted = await runSql<{ id: string }>(
    `insert into dive_log (affiliate_id, log_type, status, dive_title, dive_date, dive_location, dive_type,
       memsys_member_number, log_course, log_number, max_depth_m, bottom_time_min, time_in, time_out, bottom_water_temp_c,
       skills, conditions, equipment, experience, search_text, submitted_at, verified_at, verified_name, returned_at,
       returned_name, returned_reason, returned_fields)
     select "affiliateId", type, status, title, date, 'Kelder Rock, St Abbs', 'Boat',
       case type when 'Training' then $2::int end, case type when 'Training' then 'open_water' end, lesson,
       coalesce("depthM", 12.4), coalesce(minutes, 41), '10:42', '11:23', 11,
       case type when 'Training' then '{buddy_check,neutral_buoyancy,mask_full}'::text[] else '{}' end,
       '{"water_type": "Salt", "body_of_water": "Ocean", "visibility": "High", "visibility_distance": 12,
         "weather": "Partly Cloudy", "air_temp": 16, "surface_water_temp": 14, "current": "Moderate"}',
       '{"suit_type": "dry suit", "weight": 12, "weight_type": "Good", "cylinder_type": "Steel", "cylinder_size": 12,
         "gas_mixture": "EANx32", "oxygen": 32, "nitrogen": 68, "helium": 0, "starting_pressure": 200,
         "ending_pressure": 70, "additional_equipment": ["Torch", "Compass"]}',
       '{"feeling": "Great", "notes": "Soft corals from 20 m down and a wolffish in the second crack.",
         "buddies": ["Jonas Brandt"], "dive_center": "Kelder Bay Diving"}',
       lower(title) || ' kelder rock, st abbs', case status when 'Pending' then now() end,
       case status when 'Verified' then now() end, case status when 'Verified' then 'Tomás Reyes' end,
       case status when 'Returned' then now() end, case status when 'Returned' then 'Tomás Reyes' end, reason,
       case status when 'Returned' then '[{"field": "bottom_time", "message": "Longer than from in to out."}]'::jsonb
         else '[]' end
     from json_to_recordset($1::json) as seeded (title text, date date, status text, "depthM" float8, minutes int,
       lesson int, "affiliateId" bigint, type text, reason text)
     returning id::text`,
    [JSON.stringify(rows), instructor.memberNumber],
  );
  return inserted.map(({ id }) => id);
}

/** Inserts one dive per day with different depths, starting with "Dive 1". Every ninth is returned. */
export async function seedManyDives(count: number): Promise<void> {
  await runSql(
    `insert into dive_log (affiliate_id, log_type, status, dive_title, dive_date, dive_location, dive_type,
       memsys_member_number, max_depth_m, bottom_time_min, skills, returned_at, returned_name, returned_reason)
     select $1, case when number % 9 = 0 then 'Training' else 'Recreational' end,
       case when number % 9 = 0 then 'Returned' else 'Logged' end, 'Dive ' || number,
       date '1995-01-01' + number, 'Kelder Rock', 'Boat', case when number % 9 = 0 then $2::int end,
       6 + number % 27, 20 + number % 50, case when number % 9 = 0 then '{buddy_check}'::text[] else '{}' end,
       case when number % 9 = 0 then now() end, 'Tomás Reyes', repeat('Please look at the times again. ', 1 + number % 5)
     from generate_series(1, $3::int) as number`,
    [diver.affiliateId, instructor.memberNumber, count],
  );
  // As autovacuum does after a minute. Without statistics PostgreSQL plans for a handful of dives.
  await runSql('analyze dive_log');
}

/** A single-color JPEG for a file chooser. */
export const createPhoto = async (background: string, name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});
