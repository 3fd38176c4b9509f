import type { MessageId } from '#platform/shared/message-id.ts';
import { createDraftStorage } from '#platform/web/sync/draft-storage.ts';
import { records } from '#platform/web/sync/records.ts';
import type { Address, Checkout, OrderRequest } from '#features/shop/shared/contract.ts';

export const addressFields = ['name', 'line1', 'line2', 'city', 'state', 'postalCode'] as const;
export type AddressField = (typeof addressFields)[number];
type CheckoutDraft = Partial<Record<AddressField | 'key' | 'sent' | 'country' | 'method', string>>;

const storage = createDraftStorage<CheckoutDraft>(records, 'checkout');
/** In-memory fallback when the browser's storage is not available. */
let memoryDraft: CheckoutDraft = {};

export function readCheckoutDraft(): CheckoutDraft {
  return { ...memoryDraft, ...storage.read() };
}

/** The draft holds the typed address, the payment method and the key of the pending order. */
export function saveCheckoutDraft(more: CheckoutDraft): void {
  const values = { ...readCheckoutDraft(), ...more };
  memoryDraft = storage.write(values) ? {} : values;
}

export function deleteCheckoutDraft(): void {
  memoryDraft = {};
  // Also deletes what another tab has written.
  storage.read();
  storage.delete();
}

/** The values that identify an order request; the same values produce the same order. */
type OrderIdentity = Omit<OrderRequest, 'key' | 'address'>;

/**
 * The same request reuses its key, even from another tab or after a reload, so it creates one order. A different
 * request gets a new key.
 */
export function startOrderRequest(request: OrderIdentity): string {
  const { key, sent = '' } = readCheckoutDraft();
  const serialized = JSON.stringify(request);
  const orderKey = key !== undefined && (sent === '' || sent === serialized) ? key : crypto.randomUUID();
  saveCheckoutDraft({ key: orderKey, sent: serialized });
  return orderKey;
}

/** Called when the server rejected the request, so a new attempt needs a new key. */
export function clearOrderRequest(): void {
  saveCheckoutDraft({ key: crypto.randomUUID(), sent: '' });
}

/** The request that was sent without a response. */
export function readPendingOrderRequest(): Omit<OrderRequest, 'address'> | null {
  const { key, sent = '' } = readCheckoutDraft();
  return key === undefined || sent === '' ? null : { key, ...(JSON.parse(sent) as OrderIdentity) };
}

/** The typed address, or the profile's. A draft for another country is ignored. */
export function getCheckoutAddress({ needsAddress, address, buyer, basket: { country } }: Checkout): Address | null {
  if (!needsAddress) return null;
  const draft = readCheckoutDraft();
  const typed = draft.country === country ? draft : {};
  const value = (field: AddressField) => typed[field] ?? address?.[field] ?? (field === 'name' ? buyer.name : '');
  const fields = Object.fromEntries(addressFields.map((field) => [field, value(field)]));
  return { ...(fields as Record<AddressField, string>), country };
}

/** Message ids by field. */
export function findMissingFields(values: Partial<Record<string, string>>): Partial<Record<AddressField, MessageId>> {
  const required = ['name', 'line1', 'city'] as const;
  return Object.fromEntries(
    required
      .filter((field) => (values[field] ?? '').trim() === '')
      .map((field) => [field, `shop.address.${field}_missing` as const]),
  );
}

export function isAddressComplete(address: Address | null): boolean {
  return address === null || (address.country !== '' && Object.keys(findMissingFields(address)).length === 0);
}
