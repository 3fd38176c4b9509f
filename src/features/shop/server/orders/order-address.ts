import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { decrypt } from '#platform/server/crypto/secrets.ts';
import { contactPurpose } from '#features/account/server/public.ts';
import { Address } from '#features/shop/shared/contract.ts';
import type { OrderRow } from './queries.ts';

export const contextOfOrderAddress = ({ affiliateId, orderId }: Pick<OrderRow, 'affiliateId' | 'orderId'>) =>
  EncryptionContext.ofRow(contactPurpose, 'shop_order', 'sealed_address', {
    affiliate_id: affiliateId,
    order_id: orderId,
  });

/** Null without an address. */
export function decryptOrderAddress(
  secretKeys: readonly string[],
  order: Pick<OrderRow, 'affiliateId' | 'orderId' | 'encryptedAddress'>,
): Address | null {
  if (order.encryptedAddress === null) return null;
  return Address.parse(JSON.parse(decrypt(secretKeys, contextOfOrderAddress(order), order.encryptedAddress)));
}
