import type { FastifyInstance, FastifyRequest } from 'fastify';
import { registerAccount } from '../features/account/server/public.ts';
import { emailCorrectionHandlers } from '../features/account/server/email-verification/correction.ts';
import { emailHandlers } from '../features/account/server/email-verification/handlers.ts';
import { accountHandlers, globalHandlers } from '../features/account/server/handlers.ts';
import { personalDataHandlers } from '../features/account/server/personal-data.ts';
import { photoHandlers } from '../features/account/server/photo.ts';
import { profileHandlers } from '../features/account/server/profile.ts';
import { factorHandlers } from '../features/account/server/second-factor/handlers.ts';
import { securityHandlers } from '../features/account/server/security.ts';
import { birthdateHandlers } from '../features/account/server/birthdates/corrections.ts';
import { userHandlers } from '../features/account/server/user.ts';
import { accountCalls, globalCalls } from '../features/account/shared/contract.ts';
import { emailCalls, emailCorrectionCalls } from '../features/identity/shared/email-contract.ts';
import { birthdateCalls } from '../features/account/shared/birthdate-contract.ts';
import { factorCalls } from '../features/account/shared/factor-contract.ts';
import { photoCalls, profileCalls, userCalls } from '../features/account/shared/profile-contract.ts';
import { personalDataCalls, securityCalls } from '../features/account/shared/security-contract.ts';
import { registerApplications } from '../features/applications/server/public.ts';
import { registerDesk } from '../features/association/server/public.ts';
import { listMissingFor, registerCertifications } from '../features/certifications/server/public.ts';
import { levels } from '../features/certifications/shared/levels.ts';
import { giveGiftYear, registerClub } from '../features/club/server/public.ts';
import { dsdHandlers } from '../features/dsd/server/handlers.ts';
import { dsdCalls } from '../features/dsd/shared/contract.ts';
import { registerFamily } from '../features/family/server/public.ts';
import { listFormsOf, registerForms } from '../features/forms/server/public.ts';
import { exchangeHandlers } from '../features/identity/server/exchange.ts';
import { registerIdentity } from '../features/identity/server/provider.ts';
import { exchangeCalls } from '../features/identity/shared/contract.ts';
import { learningPart, registerLearning } from '../features/learning/server/public.ts';
import { logbookHandlers } from '../features/logbook/server/handlers.ts';
import { imageHandlers } from '../features/logbook/server/images.ts';
import { imageCalls } from '../features/logbook/shared/image-contract.ts';
import { notificationHandlers } from '../features/notifications/server/handlers.ts';
import { professionalsPart } from '../features/professionals/server/lookups.ts';
import { registerPreferences } from '../features/preferences/server/public.ts';
import { registerPayments } from '../features/payments/server/public.ts';
import { registerShop } from '../features/shop/server/public.ts';
import type { Brand } from '../platform/shared/brand.ts';
import { registerCalls } from '../platform/server/calls.ts';
import type { Services } from '../platform/server/context.ts';
import { registerGraphql } from '../platform/server/graphql.ts';
import { createHttpServer } from '../platform/server/http.ts';
import { registerMetrics } from '../platform/server/metrics.ts';
import { registerOpenApi } from '../platform/server/openapi.ts';
import { registerOutbox } from '../platform/server/outbox-page.ts';
import { traceRequests } from '../platform/server/tracing.ts';
import { telemetryHandlers } from '../platform/server/telemetry.ts';
import { telemetryCalls } from '../platform/shared/telemetry.ts';
import { errorCodes, graphqlContracts, restContracts } from './contracts.ts';
import { formUses } from './form-uses.ts';
import { registerHealth } from './health.ts';
import { notices } from './notices.ts';
import { purposes } from './purposes.ts';
import { requireStaffReader } from './staff-reader.ts';
import { productVersion, registerWebPage } from './web-page.ts';
import { registerWellKnown } from './well-known.ts';

interface ServerOptions {
  services: Services;
  brand: Brand;
  /** In development Vite makes the page; otherwise the built one is served. */
  makePage?: (request: FastifyRequest) => Promise<string>;
}

/** The whole product as one server: every area moves in here with one line. */
export async function createServer({ services, brand, makePage }: ServerOptions): Promise<FastifyInstance> {
  const { env } = services;
  const app = await createHttpServer(env);
  traceRequests(app, services.flags);
  registerMetrics(app, services);
  registerHealth(app, services);
  registerCalls(app, services, telemetryCalls, telemetryHandlers);
  if (env.SERVE !== 'portal' && env.OIDC_ISSUER === undefined) await registerIdentity(app, services);
  if (env.SERVE !== 'sso') {
    const account = registerAccount(app, services);
    await registerGraphql(app, services, [
      ...account,
      notificationHandlers(notices),
      logbookHandlers,
      learningPart,
      professionalsPart(listFormsOf),
    ]);
    registerCalls(app, services, globalCalls, globalHandlers);
    registerCalls(app, services, accountCalls, accountHandlers);
    registerCalls(app, services, profileCalls, profileHandlers);
    registerCalls(app, services, userCalls, userHandlers);
    registerCalls(app, services, birthdateCalls, birthdateHandlers);
    registerCalls(app, services, photoCalls, photoHandlers);
    registerCalls(app, services, securityCalls, securityHandlers);
    registerCalls(app, services, emailCalls, emailHandlers);
    registerCalls(app, services, emailCorrectionCalls, emailCorrectionHandlers);
    registerCalls(app, services, factorCalls, factorHandlers);
    registerCalls(app, services, personalDataCalls, personalDataHandlers);
    registerPreferences(app, services, brand, notices);
    registerCalls(app, services, exchangeCalls, exchangeHandlers(services.env));
    registerCalls(app, services, dsdCalls, dsdHandlers);
    registerFamily(app, services);
    registerForms(app, services, formUses);
    registerCalls(app, services, imageCalls, imageHandlers);
    await registerLearning(app, services, levels, listMissingFor, giveGiftYear);
    registerCertifications(app, services);
    registerClub(app, services);
    registerPayments(app, services, purposes);
    registerShop(app, services);
    registerApplications(app, services);
    registerDesk(app, services, notices);
    registerOpenApi(
      app,
      { version: productVersion, brand, restContracts, graphqlContracts, errorCodes },
      env.isProduction ? (request) => requireStaffReader(services, request) : undefined,
    );
  }
  registerWellKnown(app, env, brand);
  if (!env.isProduction) registerOutbox(app, services);
  await registerWebPage(app, services, brand, makePage);
  await app.ready();
  return app;
}
