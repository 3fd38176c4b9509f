import { levels } from '#domain/certification-levels.ts';
import type { MeasuredCall } from './measured-calls.ts';
import { measuredAffiliateId } from './measured-person.ts';

/** Levels of an experienced diver. */
export const measuredLevels = levels
  .filter(({ group }) => group === 'card-group-default')
  .slice(0, 12)
  .map(({ levelID }) => levelID);

export const certificationCalls: readonly MeasuredCall[] = [
  {
    name: `certifications, the list of ${measuredLevels.length} cards`,
    path: '/api/ecards/eCard/GetCardListConsumer?culture=en-US',
    maxRatio: 4,
    floor: {
      sql: `select json_agg(c)::text from (select license_id as "licenseID", level_id as "levelID", cert_date as "certDate",
          ecard_at is not null as "hasECard", revoked_at is not null as "isRevoked" from certification
        where affiliate_id = $1 and cert_date <= current_date order by cert_date desc, license_id desc) c`,
      values: [measuredAffiliateId],
    },
  },
];
