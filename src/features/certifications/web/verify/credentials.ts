/** What reads and checks a signature comes while the page is drawn. */
export const bringCredentials = () => import('../../shared/credential.ts');
