/** Pages that open without a network after a visit. service-worker.ts has the same list. */
export const offlinePages = /^\/(certifications|verify)\b/;
export const loadOffline = () => import('./offline.ts');
