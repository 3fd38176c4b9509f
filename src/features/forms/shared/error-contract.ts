import { defineErrors } from '#platform/shared/errors.ts';

export const fail = defineErrors({
  'forms.birthdate_missing': 422,
  /** Too young for what the forms are for. */
  'forms.too_young': 422,
  /** The birthdate is another one than when the forms were begun. */
  'forms.age_changed': 409,
  'forms.unknown_question': 422,
  /** The question is not open: its own question was not answered with yes. */
  'forms.hidden_question': 422,
  'forms.wrong_answer': 422,
  /** One entry for each question that has no answer. */
  'forms.incomplete': 422,
  /** A signed draft changes only after its signatures are withdrawn. */
  'forms.being_signed': 409,
  /** Another device has changed an answer since: read it first. */
  'forms.answers_changed': 409,
  /** The draft was deleted, and the same forms were started again. */
  'forms.begun_again': 409,
  'forms.signature_too_small': 422,
  /** What was typed is not the signer's name. */
  'forms.name_differs': 422,
  'forms.not_acknowledged': 422,
  'forms.not_a_signer': 403,
  'forms.already_signed': 409,
  'forms.already_submitted': 409,
  /** The forms have a newer version: read it first. */
  'forms.version_changed': 409,
  'forms.unknown_store': 422,
  'forms.unknown_member': 422,
  'forms.link_over': 410,
  'forms.no_physician_needed': 409,
  'forms.already_decided': 409,
  /** Somebody of the diver's family is signed in where the physician's link was opened. */
  'forms.own_physician': 403,
  /** The address belongs to the diver's family, or to whom the form names: no physician's link goes there. */
  'forms.own_address': 422,
  /** A physician has responded: nothing else is asked for until that is confirmed or declined. */
  'forms.confirmation_pending': 409,
  /** Nobody confirms for themselves or for their family. */
  'forms.own_family': 403,
  'forms.nothing_to_confirm': 409,
  /** Somebody else was faster. */
  'forms.already_confirmed': 409,
  /** The physician's response is another one than the one that was read. */
  'forms.clearance_changed': 409,
  'forms.page_missing': 422,
  /** Another page has come since the one that was looked at. */
  'forms.page_changed': 409,
  /** The day on the page is still to come. */
  'forms.page_future': 422,
  /** It was signed longer ago than the form would be valid for. */
  'forms.page_too_old': 422,
  'forms.page_type': 415,
  'forms.page_damaged': 422,
  /** A photo that is too small to be read, or larger than any camera's. */
  'forms.page_pixels': 422,
  'forms.page_script': 422,
  'forms.page_locked': 422,
  'forms.page_too_long': 422,
  /** It was removed when its time had come. */
  'forms.removed': 410,
});
