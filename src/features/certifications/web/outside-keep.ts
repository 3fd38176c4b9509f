import type { OutsideCertification } from '../shared/contract.ts';
import { eCards } from './client.ts';

type Said = Pick<OutsideCertification, 'agency' | 'level' | 'number' | 'certDate'>;

/** Keeps what somebody says, then its picture. */
export async function keepOutside({ agency, level, number, certDate }: Said, picture: Blob | null) {
  const kept = await eCards('POST outside', { body: { agency, level, number, certDate } });
  if (picture !== null) await sendPicture(kept.id, picture);
  return kept;
}

export function sendPicture(id: string, picture: Blob) {
  const form = new FormData();
  form.set('imageFile', picture, 'card');
  return eCards('POST outside/{id}/picture', { params: { id }, form });
}
