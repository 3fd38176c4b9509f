import { assertRequirement } from '#platform/server/auth/access.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { fail } from '#platform/shared/errors.ts';
import type { formEndpoints } from '#features/forms/shared/contract.ts';
import { storePhysicianPage } from './clearance/physician-page.ts';
import { storeSignature } from './signing/store-signature.ts';
import type { FormHooksByPacket } from './form-hooks.ts';

/** Stores a signature, or a page that a physician signed. */
export const dataHandlers = (hooks: FormHooksByPacket): Pick<Handlers<typeof formEndpoints>, 'POST Data'> => ({
  'POST Data': async (ctx, { body, file }) => {
    if (body.kind === 'page') {
      // A page notifies those named on the form by mail; a signature doesn't.
      assertRequirement('verifiedEmail', ctx.user);
      return storePhysicianPage(ctx, { documentId: body.documentId, key: body.key, file });
    }
    if (file !== undefined) throw fail('request.invalid', { message: 'a signature has no file', path: 'file' });
    return storeSignature(ctx, hooks, body);
  },
});
