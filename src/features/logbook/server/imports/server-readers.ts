import type { Readers } from '#features/logbook/shared/dive-files/read-dive-file.ts';
import { readShearwaterDatabase } from './shearwater/read-shearwater-database.ts';

/** Readers of formats that a browser can't read. */
export const serverReaders: Readers = { 'shearwater-db': readShearwaterDatabase };
