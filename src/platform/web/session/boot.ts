import type { BootData } from '#platform/shared/boot-data.ts';

export const boot: BootData = JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as BootData;
