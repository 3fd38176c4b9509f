import type { ClientConfig } from 'pg';
import sharp from 'sharp';
import { storePhoto } from '#features/account/server/public.ts';
import { photoSizePx } from '#features/account/shared/rules.ts';
import { makeCardFiles } from '#features/certifications/server/cards/make-card-files.ts';
import { issueECard } from '#features/certifications/server/cards/issue-ecard.ts';
import { listPublicKeys } from '#features/certifications/server/credentials/signing-keys.ts';
import { checkCredential, packCredential, unpackCredential } from '#features/certifications/shared/credential.ts';
import type { Services } from '#platform/server/http/context.ts';
import { readCpuSeconds } from './cpu-usage.ts';
import { withServices } from './services.ts';

const divers = 60;
const firstDiver = 960_001;
/** One round per level. The first rounds warm up the renderer. */
const levels = [10, 20, 30, 40, 50, 51, 52, 53];
const warmUps = 3;
/** The number of jobs a process runs at a time. */
const concurrency = 2;
const codeCount = 1_000;
const checkConcurrency = 8;

export const limits = { cardsPerS: 20, verifyMs: 1_000 };

export interface CardSpeed {
  /** Cards issued, signed and rendered as PNG and PDF per CPU second. */
  cardsPerS: number;
  /** Time for decoding and verifying a thousand codes. */
  verifyMs: number;
}

export async function issueCards(connection: ClientConfig, secret: string): Promise<CardSpeed> {
  return withServices(connection, secret, async (services) => {
    await addDivers(services);
    const seconds: number[] = [];
    for (const levelID of levels) {
      const before = await readCpuSeconds();
      await issueRound(services, levelID);
      seconds.push((await readCpuSeconds()) - before);
    }
    // The fastest round counts, because other load on the machine only slows rounds down.
    const cardsPerS = divers / Math.min(...seconds.slice(warmUps));
    return { cardsPerS, verifyMs: await verifyAll(services) };
  });
}

async function addDivers(services: Services): Promise<void> {
  const { pool } = services.database;
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const photo = await sharp({
    create: { width: photoSizePx, height: photoSizePx, channels: 3, background: '#8ab', noise },
  })
    .blur(8)
    .jpeg()
    .toBuffer();
  for (let id = firstDiver; id < firstDiver + divers; id++) {
    await pool.query(
      `insert into person (affiliate_id, sub, given_name, family_name, birthdate, language)
       values ($1::bigint, 'cards-' || $1::bigint, 'Maren', 'Lindqvist ' || $1::bigint, '1994-03-17', 'en-US')`,
      [id],
    );
    const fileKey = await storePhoto(services, id, photo);
    await pool.query(
      `insert into person_photo (affiliate_id, file_key, status, uploaded_by, decided_by, decided_at)
       values ($1, $2, 'approved', $1, $1, now())`,
      [id, fileKey],
    );
  }
}

async function issueRound(services: Services, levelID: number): Promise<void> {
  const { rows } = await services.database.pool.query<{ affiliateId: number; licenseID: number }>(
    `insert into certification (affiliate_id, level_id, cert_date, instructor_name, instructor_number, store_name,
       store_number, office)
     select affiliate_id, $1, '2024-06-08', 'Tomás Reyes', 402817, 'Kelder Bay Diving', 18204, 'Leith'
     from person where affiliate_id >= $2 and affiliate_id < $3
     returning affiliate_id as "affiliateId", license_id as "licenseID"`,
    [levelID, firstDiver, firstDiver + divers],
  );
  const work = async (): Promise<void> => {
    for (let card = rows.pop(); card; card = rows.pop()) {
      const { affiliateId, licenseID } = card;
      await services.database.inTransaction('bench', (db) =>
        issueECard(db, { affiliateId, licenseID, source: 'association' }),
      );
      await makeCardFiles(services, { affiliateId, licenseID });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

async function verifyAll({ database }: Services): Promise<number> {
  const { rows } = await database.pool.query<{ credential: string }>(
    'select credential from certification where affiliate_id >= $1 and credential is not null',
    [firstDiver],
  );
  const packed = Array.from({ length: codeCount }, (_, index) =>
    packCredential(rows[index % rows.length]?.credential ?? ''),
  );
  const keys = await listPublicKeys(database.db);
  const start = performance.now();
  const check = async (): Promise<void> => {
    for (let code = packed.pop(); code; code = packed.pop()) {
      const verdict = await checkCredential(unpackCredential(code) ?? '', keys, () => false);
      if (verdict.state !== 'valid') throw new Error(`issued card is ${verdict.state} instead of valid`);
    }
  };
  await Promise.all(Array.from({ length: checkConcurrency }, check));
  return performance.now() - start;
}
