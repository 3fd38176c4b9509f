import type { Boot } from '../shared/boot.ts';

/** Read once from the page; see Boot. */
export const boot: Boot = JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as Boot;
