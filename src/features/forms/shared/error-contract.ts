import { defineErrors } from '#platform/shared/errors.ts';

export const fail = defineErrors({
  'forms.birthdate_missing': 422,
  /** Below the minimum age of the packet. */
  'forms.too_young': 422,
  /** The birthdate has changed since the draft was started. */
  'forms.age_changed': 409,
  'forms.unknown_question': 422,
  /** The question is in a box that is not open. */
  'forms.hidden_question': 422,
  'forms.wrong_answer': 422,
  /** One entry for each question without an answer. */
  'forms.incomplete': 422,
  /** A signed draft changes only after its signatures are withdrawn. */
  'forms.being_signed': 409,
  /** Another device has changed an answer since; reload first. */
  'forms.answers_changed': 409,
  /** The draft was deleted, and the same forms were started again. */
  'forms.begun_again': 409,
  'forms.signature_too_small': 422,
  /** The typed name is not the signer's. */
  'forms.name_differs': 422,
  'forms.not_acknowledged': 422,
  'forms.not_a_signer': 403,
  'forms.already_signed': 409,
  'forms.already_submitted': 409,
  /** The forms have a newer version; reload first. */
  'forms.version_changed': 409,
  'forms.unknown_store': 422,
  'forms.unknown_member': 422,
  'forms.link_over': 410,
  'forms.no_physician_needed': 409,
  'forms.already_decided': 409,
  /** A family member of the diver is signed in in the browser that opened the physician link. */
  'forms.own_physician': 403,
  /** The address belongs to the diver's family or to those named on the form. */
  'forms.own_address': 422,
  /** A physician's response must be confirmed or declined first. */
  'forms.confirmation_pending': 409,
  /** The user is the diver or their family. */
  'forms.own_family': 403,
  'forms.nothing_to_confirm': 409,
  /** Someone else confirmed or declined first. */
  'forms.already_confirmed': 409,
  /** The physician's response has changed since it was read. */
  'forms.clearance_changed': 409,
  'forms.page_missing': 422,
  /** A newer page was uploaded since the reviewed one. */
  'forms.page_changed': 409,
  /** The day on the page is in the future. */
  'forms.page_future': 422,
  /** The page was signed longer ago than a form is valid. */
  'forms.page_too_old': 422,
  'forms.page_type': 415,
  'forms.page_damaged': 422,
  /** The photo is too small to read, or too large to process. */
  'forms.page_pixels': 422,
  'forms.page_script': 422,
  'forms.page_locked': 422,
  'forms.page_too_long': 422,
  /** The record was removed when its retention period ended. */
  'forms.removed': 410,
});
