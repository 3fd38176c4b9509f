import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/server/context.ts';
import type { GraphqlPart } from '../../../platform/server/graphql.ts';
import { sessionEndedChannel } from '../../../platform/server/session-end.ts';
import { maxTokenLifetimeS } from '../../../platform/server/token.ts';
import { createIssuer } from './issuer.ts';
import { sessionHandlers } from './handlers.ts';
import { registerSignIn } from './sign-in.ts';
import { settingsHandlers } from './settings.ts';
import * as sql from './sql.ts';

export { demandSubject, fullNameOf, logChange, logFamilyReading, logReading, type Subject } from './acting.ts';
export { giveBirthdate } from './birthdates/changes.ts';
export { deleteOldBirthdateDocuments, sweepBirthdateDocument } from './birthdates/document-files.ts';
export { childrenText } from './children-sql.ts';
export { demandPlace, isKnownCountry } from './countries.ts';
export { isBeingDeleted } from './deletion.ts';
export { deleteUnverified } from './email-verification/cleanup.ts';
export { endSessions } from './end-sessions.ts';
export { notifyGuardiansOfReset } from './notify-guardians-of-reset.ts';
export { eraseDue } from './erasure.ts';
export { deleteOldSecurityEvents } from './security-events/activity.ts';
export { endStaffSessions } from './security-events/end-staff-sessions.ts';
export { endGuardianAccess } from './guardian-access.ts';
export { isErased } from './erasure-rules.ts';
export { exportData, sweepExports } from './export.ts';
export { endJoined, joinBrowser } from './join.ts';
export { createStaffSessions } from './staff-sessions.ts';
export { checkIssuer } from './issuer-check.ts';
export { cardNameOf, nameOf, namesOf, shortNameOf } from './name-sql.ts';
export { deleteOldPhoneChanges, syncPhone } from './phone-sync.ts';
export { readPhoto, storePhoto, sweepPhoto } from './photo-files.ts';
export { familyOf, isOwnFamily, listFamily } from './relatives.ts';
export { logQueue } from './queue-reading.ts';
export { sessionOf } from './session.ts';
export { confirmPhoto, findPhotoStatus } from './photo-confirmation.ts';
export { findApprovedPhoto } from './photo-sql.ts';
export { describeAddress, openAddress, sealContact, type StoredAddress } from './profile-contact.ts';
export {
  createPerson,
  deleteOldSessions,
  findLivingSession,
  findPersonByEmail,
  insertSession,
  updateEmail,
} from './sql.ts';

/** Sign-in, sessions and what ends them. */
export function registerAccount(app: FastifyInstance, services: Services): GraphqlPart[] {
  const issuer = createIssuer(app, services);
  registerSignIn(app, services, issuer);
  services.pubsub.on<{ id: string }>(sessionEndedChannel, ({ id }) => services.tokens.revokeSession(id));
  const refuseEnded = async () => {
    for (const { id } of await sql.listJustEnded(services.database.db, maxTokenLifetimeS))
      services.tokens.revokeSession(id);
  };
  app.addHook('onReady', refuseEnded);
  // What ended while this process could not hear must be refused too.
  services.pubsub.onReconnect(() => {
    void refuseEnded().catch((error: unknown) => app.log.error({ err: error }, 'ended sessions were not read'));
  });
  return [sessionHandlers(issuer), settingsHandlers()];
}
