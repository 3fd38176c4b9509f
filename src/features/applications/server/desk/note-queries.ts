import { statement } from '#platform/server/db/database.ts';
import { shortNameSql } from '#features/account/server/public.ts';

interface NoteRow {
  id: string;
  byName: string;
  text: string;
  at: Date;
}

export const listNotes = statement<NoteRow, [affiliateId: number, applicationId: number]>(`
  select n.id, ${shortNameSql('p')} as "byName", n.text, n.at
  from application_note n left join person p on p.affiliate_id = n.by_id
  where n.affiliate_id = $1 and n.application_id = $2 order by n.at, n.id`);

/** Returns no row when the note already exists. */
export const insertNote = statement<
  { id: string },
  [affiliateId: number, applicationId: number, id: string, byId: number, text: string, at: Date]
>(`
  insert into application_note (affiliate_id, application_id, id, by_id, text, at) values ($1, $2, $3, $4, $5, $6)
  on conflict do nothing returning id`);
