import * as z from 'zod';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { formatPersonName, type Person } from '#demo/world/people.ts';
import { createWorld } from '#demo/world/world.ts';
import { storePicture } from '#features/certifications/server/outside/picture-files.ts';

/** Students who were certified by another association and uploaded that card, for the desk to approve. */
const levels = ['Scuba Diver', 'Snorkel Guide', 'Freediver 1'];

/** A job, because drawing is slow. Cards that were drawn before stay. */
export const drawDemoOutsideCards = defineJob(
  'certifications.demo-outside-cards',
  { schema: z.object({}) },
  async ({ services, database, now }) => {
    const { people, timeline } = createWorld(now);
    const students = people.filter(({ journey }) => journey === 'pool' || journey === 'theory').slice(0, levels.length);
    for (const [index, person] of students.entries()) {
      const { affiliateId } = person;
      const id = createUuidFromText(`demo outside card ${affiliateId}`);
      const known = await database.db
        .selectFrom('person as p')
        .leftJoin('outside_certification as o', 'o.affiliate_id', 'p.affiliate_id')
        .select('o.id')
        .where('p.affiliate_id', '=', affiliateId)
        .executeTakeFirst();
      if (known === undefined || known.id !== null) continue;
      const [level = '', number] = [levels[index], `RS-${20_310 + index}`];
      const fileKey = await storePicture(services, affiliateId, await drawCard(person, level, number));
      await database.db
        .insertInto('outside_certification')
        .values({
          affiliate_id: affiliateId,
          id,
          agency: 'Reef School International',
          level,
          number,
          cert_date: timeline.day(900 + index * 40),
          file_key: fileKey,
          created_at: timeline.at(3 + index),
          uploaded_at: timeline.at(3 + index),
        })
        .execute();
    }
  },
);

async function drawCard(person: Person, level: string, number: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const text = (y: number, size: number, words: string) =>
    `<text x="80" y="${y}" font-family="sans-serif" font-size="${size}" fill="#f4f1e6">${words}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="630" viewBox="0 0 1000 630">
    <rect width="1000" height="630" rx="44" fill="#27484f"/><path d="M0 420C260 350 520 500 1000 390V586A44 44 0 0 1 956 630H44A44 44 0 0 1 0 586Z" fill="#1b343a"/>
    <circle cx="850" cy="150" r="76" fill="none" stroke="#d9b44a" stroke-width="14"/>
    ${text(150, 46, 'Reef School International')}${text(250, 64, level)}${text(500, 44, formatPersonName(person))}${text(562, 36, number)}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer();
}
