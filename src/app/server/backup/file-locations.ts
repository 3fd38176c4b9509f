import { selectScormFileKeys } from '#features/learning/server/scorm/upload.ts';

/** Files that tables without personal data refer to. Personal tables declare their files in comments. */
export const otherFileKeys: Readonly<Record<string, string>> = { scorm_package: selectScormFileKeys };
