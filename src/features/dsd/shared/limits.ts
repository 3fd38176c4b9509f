/** The maximum of `GET Guests`. Kept apart from the contract, because the browser does not load the schemas. */
export const guestPageSize = 500;

export const divePhotoMaxBytes = 10 * 1024 * 1024;
