/** What reads and checks a signature comes while the page is drawn. */
export const loadCredentials = () => import('#features/certifications/shared/credential.ts');
