import type { FastifyInstance } from 'fastify';
import type { Services } from '#platform/server/http/context.ts';
import type { GraphqlResolvers } from '#platform/server/graphql/graphql.ts';
import { sessionEndedChannel } from '#platform/server/auth/session-ended.ts';
import { maxTokenLifetimeS } from '#platform/server/auth/access-tokens.ts';
import { createIssuer } from './sign-in/issuer.ts';
import { sessionResolvers } from './handlers.ts';
import { registerSignIn } from './sign-in/sign-in.ts';
import { settingsResolvers } from './profile/settings.ts';
import * as queries from './sessions/queries.ts';

export {
  requireSubject,
  formatFullName,
  auditChange,
  auditFamilyRead,
  auditRead,
  type Subject,
} from './people/subject.ts';
export { setInitialBirthdate } from './birthdates/change-birthdate.ts';
export { deleteOldBirthdateDocuments, sweepBirthdateDocument } from './birthdates/document-files.ts';
export {
  collectFound,
  findPeopleIds,
  isNotErased,
  matchEmail,
  matchName,
  nameSearches,
  type Found,
  type NameSearch,
} from './people/person-search.ts';
export { parseSearchTerm, type EmailTerm, type NameTerm } from './people/search-term.ts';
export { selectChildren } from './people/children-queries.ts';
export { promoteToProfessional } from './profile/promote.ts';
export { requireValidPlace, isKnownCountry } from './profile/countries.ts';
export { isDeletionRequested } from './personal-data/deletion.ts';
export { deleteUnverifiedAccounts } from './email-verification/delete-unverified-accounts.ts';
export { endSessions } from './sessions/end-sessions.ts';
export { notifyGuardiansOfReset } from './security/notify-guardians-of-reset.ts';
export { eraseDueAccounts } from './personal-data/erasure.ts';
export { endStaffSessions } from './sessions/end-staff-sessions.ts';
export { endGuardianAccess } from './people/end-guardian-access.ts';
export { isErased } from './personal-data/erasure-rules.ts';
export { exportData, sweepExports } from './personal-data/export.ts';
export { endLinkedSessions, startLinkedSession } from './sessions/linked-session.ts';
export { createStaffSessions } from './sessions/staff-sessions.ts';
export { checkIssuer } from './sign-in/check-issuer.ts';
export { deleteOldPhoneChanges, syncPhone } from './profile/phone-sync.ts';
export { readPhoto, storePhoto, sweepPhoto } from './photos/photo-files.ts';
export { isOwnFamily, listFamilyIds } from './people/family.ts';
export { auditQueueRead } from './people/queue-audit.ts';
export { findCurrentSession } from './sessions/session.ts';
export { confirmPhoto, findPhotoStatus } from './photos/photo-confirmation.ts';
export { findApprovedPhoto } from './photos/queries.ts';
export { addCredit, spendCredit } from './profile/credit.ts';
export { contactPurpose, describeAddress, decryptAddress, type StoredAddress } from './profile/contact.ts';
export { createPerson, findPersonByEmail, updateEmail } from './people/queries.ts';
export { deleteOldSessions, findActiveSession, insertSession } from './sessions/queries.ts';

export function registerAccount(app: FastifyInstance, services: Services): GraphqlResolvers[] {
  const issuer = createIssuer(app, services);
  registerSignIn(app, services, issuer);
  services.pubsub.on<{ id: string }>(sessionEndedChannel, ({ id }) => services.tokens.revokeSession(id));
  const revokeEndedSessions = async () => {
    for (const { id } of await queries.listRecentlyEndedSessions(services.database.db, { seconds: maxTokenLifetimeS }))
      services.tokens.revokeSession(id);
  };
  app.addHook('onReady', revokeEndedSessions);
  // Sessions that ended while the connection was lost have to be revoked as well.
  services.pubsub.onReconnect(() => {
    void revokeEndedSessions().catch((error: unknown) =>
      app.log.error({ err: error }, 'loading ended sessions failed'),
    );
  });
  return [sessionResolvers(issuer), settingsResolvers()];
}
