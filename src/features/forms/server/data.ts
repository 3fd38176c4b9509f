import { assertRequirement } from '../../../platform/server/access.ts';
import type { Handlers } from '../../../platform/server/calls.ts';
import { fail } from '../../../platform/shared/errors.ts';
import type { formCalls } from '../shared/contract.ts';
import { storePage } from './page.ts';
import { storeSignature } from './signing.ts';
import type { FormUses } from './uses.ts';

/** What is put into safe storage: a signature, or a page that a physician signed. */
export const dataHandlers = (uses: FormUses): Pick<Handlers<typeof formCalls>, 'POST Data'> => ({
  'POST Data': async (ctx, { body, file }) => {
    if (body.kind === 'page') {
      // A page sends mail to those the form names; a signature doesn't.
      assertRequirement('verifiedEmail', ctx.user);
      return storePage(ctx, { documentId: body.documentId, key: body.key, file });
    }
    if (file !== undefined) throw fail('request.invalid', { message: 'a signature has no file', path: 'file' });
    return storeSignature(ctx, uses, body);
  },
});
