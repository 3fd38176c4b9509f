import { deleteDraft, saveDraft, readDraft } from '#platform/web/sync/drafts.ts';
import type { Address, Checkout } from '#features/shop/shared/contract.ts';

const draftName = 'checkout';
export const addressFields = ['name', 'line1', 'line2', 'city', 'state', 'postalCode'] as const;
export type AddressField = (typeof addressFields)[number];
type CheckoutDraft = Partial<Record<AddressField | 'key' | 'sent' | 'country' | 'method', string>>;

/** Where the browser keeps nothing for us, for as long as the page is there. */
let memoryDraft: CheckoutDraft = {};

export function readCheckoutDraft(): CheckoutDraft {
  return { ...memoryDraft, ...readDraft(draftName)?.values };
}

/** What was typed, how somebody wants to pay, and the key of the order that comes of it. */
export function saveCheckoutDraft(more: CheckoutDraft): void {
  const values = { ...readCheckoutDraft(), ...more } as Record<string, string>;
  memoryDraft = saveDraft(draftName, { values, version: 0 }) ? {} : values;
}

export function deleteCheckoutDraft(): void {
  memoryDraft = {};
  readDraft(draftName);
  deleteDraft(draftName);
}

/** What an order is asked for by; the same again is the same order. */
export interface OrderRequest {
  basketVersion: number;
  seenTotalMinor: number;
  method: Checkout['methods'][number];
}

/**
 * The same wish has the same key, however often it is sent, from whichever tab, before a reload or after it. Another
 * one than that which was sent is another order.
 */
export function startOrderRequest(wish: OrderRequest): string {
  const { key, sent = '' } = readCheckoutDraft();
  const written = JSON.stringify(wish);
  const again = key !== undefined && (sent === '' || sent === written) ? key : crypto.randomUUID();
  saveCheckoutDraft({ key: again, sent: written });
  return again;
}

/** Refused: nothing came of it. */
export function clearOrderRequest(): void {
  saveCheckoutDraft({ key: crypto.randomUUID(), sent: '' });
}

/** What was sent and never answered. */
export function readPendingOrderRequest(): (OrderRequest & { key: string }) | null {
  const { key, sent = '' } = readCheckoutDraft();
  return key === undefined || sent === '' ? null : { key, ...(JSON.parse(sent) as OrderRequest) };
}

/** What was typed here, or else what the profile says; what was typed for another country is of no use. */
export function getCheckoutAddress({ needsAddress, address, buyer, basket: { country } }: Checkout): Address | null {
  if (!needsAddress) return null;
  const kept = readCheckoutDraft();
  const typed = kept.country === country ? kept : {};
  const value = (field: AddressField) => typed[field] ?? address?.[field] ?? (field === 'name' ? buyer.name : '');
  const [name, line1, line2, city, state, postalCode] = addressFields.map(value) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { name, line1, line2, city, state, postalCode, country };
}

/** Message ids of what is missing, by field. */
export function findMissingFields(values: Partial<Record<string, string>>): Partial<Record<AddressField, string>> {
  const required = ['name', 'line1', 'city'] as const;
  return Object.fromEntries(
    required
      .filter((field) => (values[field] ?? '').trim() === '')
      .map((field) => [field, `shop.address.${field}_missing`]),
  );
}

export function isAddressComplete(address: Address | null): boolean {
  return address === null || (address.country !== '' && Object.keys(findMissingFields(address)).length === 0);
}
