import type { Locale } from '#platform/shared/locale.ts';

export interface DocumentOptions {
  /** The Typst template, which reads its content with `json("/data.json")`. */
  template: URL;
  /** The content as JSON, including translated texts. */
  data: object;
  locale: Locale;
  title: string;
  /** Images and other files, available to the template as `/files/<name>`. */
  files?: Readonly<Record<string, Uint8Array>>;
  /** An SVG that fills the background of every page. */
  backdrop?: string;
  /** The creation time. The output is deterministic for the same content and time. */
  at: Date;
  /** Creates PDF/A-2a for long-term storage. Characters that our fonts lack are replaced by a placeholder. */
  isArchive?: boolean;
  timeLimitMs?: number;
}

/** A message to the document process, which sends `ready` on start and then one result per task. */
export interface DocumentTask {
  data: string;
  frame: DocumentFrame;
  files: Readonly<Record<string, Uint8Array>>;
  backdrop: string | null;
  isArchive: boolean;
  /** Also renders the first page as a PNG of this width. */
  pictureWidthPx: number | null;
}

/** The data for documents/main.typ. */
export interface DocumentFrame {
  template: string;
  title: string;
  at: { year: number; month: number; day: number; hour: number; minute: number; second: number };
  lang: string;
  region: string;
  dir: 'ltr' | 'rtl';
  paper: 'a4' | 'us-letter';
  fonts: string[];
}

export type DocumentResult =
  | 'ready'
  /** `isSpent` means that the process must be replaced, because it grew too large or crashed. */
  | { pdf: Uint8Array; png: Uint8Array | null; isSpent: boolean }
  | { problem: string; isSpent: boolean };
