import type { OutsideCertification } from '#features/certifications/shared/contract.ts';
import { eCardClient } from '#features/certifications/web/client.ts';

type OutsideInput = Pick<OutsideCertification, 'agency' | 'level' | 'number' | 'certDate'>;

/** Stores the certification, then its picture. */
export async function saveOutside({ agency, level, number, certDate }: OutsideInput, picture: Blob | null) {
  const stored = await eCardClient('POST outside', { body: { agency, level, number, certDate } });
  if (picture !== null) await uploadPicture(stored.id, picture);
  return stored;
}

export function uploadPicture(id: string, picture: Blob) {
  const form = new FormData();
  form.set('imageFile', picture, 'card');
  return eCardClient('POST outside/{id}/picture', { params: { id }, form });
}
