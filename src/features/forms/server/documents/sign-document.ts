import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import { getCurrentDocumentKey } from '#platform/server/documents/document-key.ts';
import { signPdf } from '#platform/server/documents/pdf-signature.ts';

/** Signs with the operator's key; PDF readers show the reason. */
export async function signDocument(
  { database, env }: Pick<Services, 'database' | 'env'>,
  pdf: Buffer,
  { at, reason }: { at: Date; reason: string },
): Promise<Buffer> {
  const { name } = loadBrand(env.BRAND_FILE);
  const signer = await getCurrentDocumentKey(database.db, { env, owner: name, now: new Date() });
  return signPdf(pdf, { signer, at, reason, name });
}
