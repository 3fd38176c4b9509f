export const applicationPath = (id: number) => `/applications/${id}`;
export const assignedPath = '/pro/applications';
export const deskPath = '/desk/applications';
export const ownApplicationsPath = '/training/forms-applications';
export const addCardPath = '/certifications/list';
export const logbookPath = '/logbook/list';
export const medicalPath = '/training/medical-form';
export const profilePath = '/profile';
export const ecardPath = (licenseID: number) => `/certifications/ecard/${licenseID}`;
