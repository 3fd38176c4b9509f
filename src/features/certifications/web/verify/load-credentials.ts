/** Loaded on demand while the page renders, because signature verification is large. */
export const loadCredentials = () => import('#features/certifications/shared/credential.ts');
