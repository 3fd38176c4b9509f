import { useEffect, useRef, useState } from 'react';
import type { CsvMapping } from '#features/logbook/shared/dive-files/csv/csv-mapping.ts';
import type { DiveFileErrorCode, DiveFileFormat, ReadWarning } from '#features/logbook/shared/dive-files/dive-file.ts';
import { importLimits } from '#features/logbook/shared/import-limits.ts';
import type { CollectedFiles } from './collect-files.ts';
import { recallMapping, rememberMapping } from './csv-memory.ts';
import { createFileReader } from './file-reader.ts';
import { emptyResult, type ReadResult } from './read-messages.ts';
import { describeOnServer } from './upload-files.ts';

export interface ChosenFile extends Omit<ReadResult, 'error'> {
  /** The place of the file in the import. Files that can't be read leave a gap. */
  position: number;
  file: File;
  isReading: boolean;
  error: DiveFileErrorCode | 'not-uploaded' | null;
}

/** The files of one import, read as they are added. */
export function useChosenFiles(importId: string) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [isOverLimit, setIsOverLimit] = useState(false);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const [reader] = useState(createFileReader);
  const abort = useRef<AbortController>(null);
  // Uploads for the preview stop when the screen is left.
  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    return () => {
      controller.abort();
      reader.close();
    };
  }, [reader]);

  const change = (position: number, part: Partial<ChosenFile>) =>
    setFiles((now) => now.map((file) => (file.position === position ? { ...file, ...part } : file)));

  async function readOnServer(position: number, file: File): Promise<Partial<ChosenFile>> {
    const { signal } = (abort.current ??= new AbortController());
    try {
      const { format, warnings, ...preview } = await describeOnServer({ importId, position, file }, signal);
      return { ...preview, format: format as DiveFileFormat, warnings: warnings as ReadWarning[] };
    } catch {
      return { error: 'not-uploaded' };
    }
  }

  async function read(position: number, file: File): Promise<void> {
    const result = await reader.read(file);
    // The columns may be known from an earlier file with the same header.
    const known = result.table === null ? null : recallMapping(result.table.header);
    const final = known === null ? result : await reader.read(file, known);
    change(position, { ...final, ...(final.isForServer && (await readOnServer(position, file))), isReading: false });
  }

  return {
    files,
    isOverLimit,
    isIncomplete,
    isReading: files.some(({ isReading }) => isReading),
    add({ files: added, isIncomplete: isPartial }: CollectedFiles): void {
      const accepted = added.slice(0, importLimits.files - files.length);
      setIsOverLimit(accepted.length < added.length);
      setIsIncomplete(isPartial);
      const next = accepted.map((file, index): ChosenFile => {
        const isTooLarge = file.size > importLimits.fileBytes;
        const error = isTooLarge ? 'too-large' : null;
        return { ...emptyResult, position: files.length + index, file, isReading: !isTooLarge, error };
      });
      setFiles([...files, ...next]);
      for (const { position, file, isReading } of next) if (isReading) void read(position, file);
    },
    async remap(position: number, mapping: CsvMapping): Promise<void> {
      const chosen = files.find((file) => file.position === position);
      if (chosen?.table === undefined || chosen.table === null) return;
      rememberMapping(chosen.table.header, mapping);
      change(position, { mapping });
      const { dives, warnings } = await reader.read(chosen.file, mapping);
      change(position, { dives, warnings });
    },
  };
}
