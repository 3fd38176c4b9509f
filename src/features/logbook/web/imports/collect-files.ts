import { importLimits } from '#features/logbook/shared/import-limits.ts';

const hiddenName = /^\.|^Thumbs\.db$/;
/** Folders can contain each other through links. */
const maxFolders = 10_000;

export interface CollectedFiles {
  files: File[];
  /** Something couldn't be read, or there were too many folders. */
  isIncomplete: boolean;
}

/** Whether something is dragged that has files, and not a text or a link of the page. */
export const hasFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false;

/**
 * The dropped files, those of dropped folders too, up to one more than an import accepts. Hidden files of the system are
 * left out.
 */
export async function collectFiles(data: Pick<DataTransfer, 'items' | 'files'>): Promise<CollectedFiles> {
  // Entries have to be read before the event ends.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const files = [...data.files];
  if (entries.every((entry) => entry === null)) return { files: filterFiles(files), isIncomplete: false };
  return listFiles(entries.filter((entry) => entry !== null));
}

export function filterFiles(files: readonly File[]): File[] {
  return files.filter(({ name }) => !hiddenName.test(name));
}

/** Goes through folders in the order of their depth, so that a large folder doesn't hide the files beside it. */
async function listFiles(entries: readonly FileSystemEntry[]): Promise<CollectedFiles> {
  const files: File[] = [];
  const waiting = [...entries];
  let [folders, isIncomplete] = [0, false];
  for (const entry of waiting) {
    if (files.length > importLimits.files) break;
    try {
      if (!entry.isFile) {
        if (++folders > maxFolders) return { files, isIncomplete: true };
        for (const child of await readFolder(entry as FileSystemDirectoryEntry)) waiting.push(child);
      } else if (!hiddenName.test(entry.name)) {
        files.push(await readFile(entry as FileSystemFileEntry));
      }
    } catch {
      isIncomplete = true;
    }
  }
  return { files, isIncomplete };
}

const readFile = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

async function readFolder(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader();
  const children: FileSystemEntry[] = [];
  // A folder is read in parts until one is empty.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return children;
    children.push(...part);
  }
}
