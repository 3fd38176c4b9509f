import type { Locale } from '#platform/shared/locale.ts';

export interface DocumentOptions {
  /** The Typst file that gives it its form; what it says, it reads by `json("/data.json")`. */
  template: URL;
  /** Anything that is JSON, words for people included. */
  data: object;
  locale: Locale;
  title: string;
  /** Pictures and the like; a template reads one by `/files/<name>`. */
  files?: Readonly<Record<string, Uint8Array>>;
  /** What lies behind every page, and fills it: an SVG. */
  backdrop?: string;
  /** When it was made. The same document of the same moment is the same file, byte for byte. */
  at: Date;
  /** To be kept for decades: PDF/A-2a. A letter that no font of ours has is then shown as one that is missing. */
  isArchive?: boolean;
  timeLimitMs?: number;
}

/** What the server asks of the process that makes documents; it says when it has started, and answers each in turn. */
export interface DocumentTask {
  data: string;
  frame: DocumentFrame;
  files: Readonly<Record<string, Uint8Array>>;
  backdrop: string | null;
  isArchive: boolean;
  /** Also its first page as PNG, so wide. */
  pictureWidthPx: number | null;
}

/** What documents/main.typ reads. */
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
  /** A process that is spent is to be replaced: it grew, or what is left of it cannot be trusted. */
  | { pdf: Uint8Array; png: Uint8Array | null; isSpent: boolean }
  | { problem: string; isSpent: boolean };
