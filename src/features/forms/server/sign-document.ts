import { readBrand } from '../../../platform/server/brand.ts';
import type { Services } from '../../../platform/server/context.ts';
import { currentDocumentKey } from '../../../platform/server/document-key.ts';
import { signPdf } from '../../../platform/server/pdf-signature.ts';

/** By the operator's own key, with the reason that a reader shows. */
export async function signDocument(
  { database, env }: Pick<Services, 'database' | 'env'>,
  pdf: Buffer,
  { at, reason }: { at: Date; reason: string },
): Promise<Buffer> {
  const { name } = readBrand(env.BRAND_FILE);
  const signer = await currentDocumentKey(database.db, { env, owner: name, now: new Date() });
  return signPdf(pdf, { signer, at, reason, name });
}
