import { toCardDate } from '#features/certifications/shared/card-date.ts';
import { findLevel, levels } from '#domain/certification-levels.ts';
import { type CertificationRow, listPersonCertifications } from '#features/certifications/server/queries.ts';
import { loadMessages } from '#platform/server/i18n/messages.ts';
import type { MeasuredCall } from './measured-calls.ts';
import { measuredAffiliateId } from './measured-person.ts';

/** Levels of an experienced diver. */
export const measuredLevels = levels
  .filter(({ group }) => group === 'card-group-default')
  .slice(0, 12)
  .map(({ levelID }) => levelID);

const messages = loadMessages(`${import.meta.dirname}/../../src`);
/** The baseline server has the names in memory, too. */
const names = new Map(
  levels.map(({ levelID, name }) => [levelID, messages.format('en-US', `certifications.level.${name}`)]),
);

export const certificationCalls: readonly MeasuredCall[] = [
  {
    name: `certifications, the list of ${measuredLevels.length} cards`,
    path: '/api/ecards/eCard/GetCardListConsumer?culture=en-US',
    statements: [
      {
        sql: listPersonCertifications.text,
        values: listPersonCertifications.toValues({
          affiliateId: measuredAffiliateId,
          today: new Date().toISOString().slice(0, 10),
        }),
      },
    ],
    answer: (results) =>
      ((results[0] ?? []) as unknown as CertificationRow[]).map(({ licenseID, levelID, certDate, ...row }) => {
        const { eCardStockID, group, maxDepthM, iso, popularity, priceMinor } = findLevel(levelID) ?? {};
        return {
          licenseID: Number(licenseID),
          levelID,
          eCardStockID,
          certDate: toCardDate(new Date(certDate).toISOString().slice(0, 10)),
          levelName: names.get(levelID),
          cardGroupCode: group,
          hasECard: row.hasECard,
          isRevoked: row.isRevoked,
          maxDepthM,
          iso,
          popularity,
          priceMinor,
        };
      }),
  },
];
