import { runSql } from '#test/support/e2e/database.ts';

export const instructor = 'instructor@demo.test';

/** Keiko Arai is ready; Clara Novak has two dives and one to verify. */
export const [ready, diving] = [400_050, 400_052];

export const recordOf = (id: number) => `/training/instructor/eRecord/${id}/open-water?affiliateId=${id}`;
export const cardsOf = (id: number) => runSql('select level_id from certification where affiliate_id = $1', [id]);
