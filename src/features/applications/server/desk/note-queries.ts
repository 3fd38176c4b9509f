import { sql } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';

export const listNotes = query((db, p: Params<{ affiliateId: number; applicationId: number }>) =>
  db
    .selectFrom('application_note as a')
    .leftJoin('person_name as n', 'n.affiliate_id', 'a.by_id')
    .select((eb) => ['a.id', eb.fn.coalesce('n.short_name', sql.lit('')).as('byName'), 'a.text', 'a.at'])
    .where('a.affiliate_id', '=', p.affiliateId)
    .where('a.application_id', '=', p.applicationId)
    .orderBy('a.at')
    .orderBy('a.id'),
);

interface NewNote {
  affiliateId: number;
  applicationId: number;
  id: string;
  byId: number;
  text: string;
  now: Date;
}

/** Returns no row when the note already exists. */
export const insertNote = query((db, p: Params<NewNote>) =>
  db
    .insertInto('application_note')
    .values({
      affiliate_id: p.affiliateId,
      application_id: p.applicationId,
      id: p.id,
      by_id: p.byId,
      text: p.text,
      at: p.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);
