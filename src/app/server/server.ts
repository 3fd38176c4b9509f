import type { FastifyInstance, FastifyRequest } from 'fastify';
import { registerAccount } from '#features/account/server/public.ts';
import { emailCorrectionHandlers } from '#features/account/server/email-verification/correction-handlers.ts';
import { emailHandlers } from '#features/account/server/email-verification/handlers.ts';
import { accountHandlers, globalHandlers } from '#features/account/server/handlers.ts';
import { personalDataHandlers } from '#features/account/server/personal-data/handlers.ts';
import { photoHandlers } from '#features/account/server/photos/handlers.ts';
import { profileHandlers } from '#features/account/server/profile/handlers.ts';
import { factorHandlers } from '#features/account/server/second-factor/handlers.ts';
import { securityHandlers } from '#features/account/server/security/handlers.ts';
import { birthdateHandlers } from '#features/account/server/birthdates/handlers.ts';
import { userHandlers } from '#features/account/server/profile/user-handlers.ts';
import { accountEndpoints, globalEndpoints } from '#features/account/shared/contract.ts';
import { emailEndpoints, emailCorrectionEndpoints } from '#features/identity/shared/email-contract.ts';
import { birthdateEndpoints } from '#features/account/shared/birthdate-contract.ts';
import { factorEndpoints } from '#features/account/shared/factor-contract.ts';
import { photoEndpoints, profileEndpoints, userEndpoints } from '#features/account/shared/profile-contract.ts';
import { personalDataEndpoints, securityEndpoints } from '#features/account/shared/security-contract.ts';
import { registerApplications } from '#features/applications/server/public.ts';
import { deskResolvers, registerAssociation } from '#features/association/server/public.ts';
import { listMissingKinds, registerCertifications } from '#features/certifications/server/public.ts';
import { levels } from '#domain/certification-levels.ts';
import { grantGiftYear, registerClub } from '#features/club/server/public.ts';
import { dsdHandlers } from '#features/dsd/server/handlers.ts';
import { dsdEndpoints } from '#features/dsd/shared/contract.ts';
import { registerFamily } from '#features/family/server/public.ts';
import { formsResolvers, listReceivedForms, registerForms } from '#features/forms/server/public.ts';
import { exchangeHandlers } from '#features/identity/server/provider/sso-exchange.ts';
import { registerIdentity } from '#features/identity/server/provider/provider.ts';
import { exchangeEndpoints } from '#features/identity/shared/contract.ts';
import { learningResolvers, registerLearning } from '#features/learning/server/public.ts';
import { logbookResolvers } from '#features/logbook/server/handlers.ts';
import { imageHandlers } from '#features/logbook/server/photos/handlers.ts';
import { imageEndpoints } from '#features/logbook/shared/image-contract.ts';
import { exportHandlers } from '#features/logbook/server/exports/handlers.ts';
import { importHandlers } from '#features/logbook/server/imports/handlers.ts';
import { exportEndpoints } from '#features/logbook/shared/export-contract.ts';
import { importEndpoints } from '#features/logbook/shared/import-contract.ts';
import { notificationResolvers } from '#features/notifications/server/handlers.ts';
import { professionalsResolvers } from '#features/professionals/server/handlers.ts';
import { registerPreferences } from '#features/preferences/server/public.ts';
import { registerPayments } from '#features/payments/server/public.ts';
import { registerShop } from '#features/shop/server/public.ts';
import type { Brand } from '#platform/shared/brand.ts';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { registerGraphql } from '#platform/server/graphql/graphql.ts';
import { registerSignedFiles } from '#platform/server/files/signed-files.ts';
import { createHttpServer } from '#platform/server/http/server.ts';
import { registerMetrics } from '#platform/server/observability/metrics.ts';
import { registerOpenApi } from '#platform/server/http/openapi.ts';
import { registerOutboxPage } from '#platform/server/mail/outbox-page.ts';
import { traceRequests } from '#platform/server/observability/tracing.ts';
import { telemetryHandlers } from '#platform/server/observability/telemetry.ts';
import { telemetryEndpoints } from '#platform/shared/telemetry.ts';
import { errorCodes, graphqlContracts, restContracts } from './contracts.ts';
import { formCompletionHandlers } from './form-completion-handlers.ts';
import { registerHealth } from './health.ts';
import { notices } from '#app/shared/notices.ts';
import { paymentPurposes } from './payment-purposes.ts';
import { requireStaff } from './require-staff.ts';
import { productVersion, registerWebPage } from './web-page.ts';
import { registerWellKnown } from './well-known.ts';

interface ServerOptions {
  services: Services;
  brand: Brand;
  /** Renders the page with Vite in development. Without it the built page is served. */
  makePage?: (request: FastifyRequest) => Promise<string>;
}

/** The HTTP server with the endpoints of all features. */
export async function createServer({ services, brand, makePage }: ServerOptions): Promise<FastifyInstance> {
  const { env } = services;
  const app = await createHttpServer(env);
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) traceRequests(app, services.flags);
  registerMetrics(app, services);
  registerHealth(app, services);
  if (env.SIGNED_FILES) registerSignedFiles(app, services);
  if (env.SERVE === 'files') {
    await app.ready();
    return app;
  }
  registerEndpoints(app, services, telemetryEndpoints, telemetryHandlers);
  if (env.SERVE !== 'portal' && env.OIDC_ISSUER === undefined) await registerIdentity(app, services);
  if (env.SERVE !== 'sso') {
    const account = registerAccount(app, services);
    await registerGraphql(app, services, [
      ...account,
      notificationResolvers(notices),
      logbookResolvers,
      learningResolvers,
      formsResolvers,
      deskResolvers,
      professionalsResolvers(listReceivedForms),
    ]);
    registerEndpoints(app, services, globalEndpoints, globalHandlers);
    registerEndpoints(app, services, accountEndpoints, accountHandlers);
    registerEndpoints(app, services, profileEndpoints, profileHandlers);
    registerEndpoints(app, services, userEndpoints, userHandlers);
    registerEndpoints(app, services, birthdateEndpoints, birthdateHandlers);
    registerEndpoints(app, services, photoEndpoints, photoHandlers);
    registerEndpoints(app, services, securityEndpoints, securityHandlers);
    registerEndpoints(app, services, emailEndpoints, emailHandlers);
    registerEndpoints(app, services, emailCorrectionEndpoints, emailCorrectionHandlers);
    registerEndpoints(app, services, factorEndpoints, factorHandlers);
    registerEndpoints(app, services, personalDataEndpoints, personalDataHandlers);
    registerPreferences(app, services, brand, notices);
    registerEndpoints(app, services, exchangeEndpoints, exchangeHandlers(services.env));
    registerEndpoints(app, services, dsdEndpoints, dsdHandlers);
    registerFamily(app, services);
    registerForms(app, services, formCompletionHandlers);
    registerEndpoints(app, services, imageEndpoints, imageHandlers);
    registerEndpoints(app, services, importEndpoints, importHandlers);
    registerEndpoints(app, services, exportEndpoints, exportHandlers);
    await registerLearning(app, services, levels, listMissingKinds, grantGiftYear);
    registerCertifications(app, services);
    registerClub(app, services);
    registerPayments(app, services, paymentPurposes);
    registerShop(app, services);
    registerApplications(app, services);
    registerAssociation(app, services, notices);
    registerOpenApi(
      app,
      { version: productVersion, brand, restContracts, graphqlContracts, errorCodes },
      env.isProduction ? (request) => requireStaff(services, request) : undefined,
    );
  }
  registerWellKnown(app, env, brand);
  if (!env.isProduction) registerOutboxPage(app, services);
  await registerWebPage(app, services, brand, makePage);
  await app.ready();
  return app;
}
