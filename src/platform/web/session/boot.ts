import type { BootData } from '#platform/shared/boot-data.ts';

/** Read once from the page; see Boot. */
export const boot: BootData = JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as BootData;
