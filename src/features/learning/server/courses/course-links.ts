import type { CourseLinks, NextStep, Platform } from '#features/learning/shared/course-contract.ts';
import { coursePath, itemPath, stepPath } from '#features/learning/shared/player-paths.ts';
import type { CourseText } from '#features/learning/server/content/course.ts';

/** Returns the links to a course and, for apps, the media to download for offline use. */
export function buildCourseLinks(
  { packageId, next }: { packageId: string; next: NextStep | null },
  text: CourseText | null,
  platform: Platform,
  baseUrl: string,
): CourseLinks {
  const isApp = platform !== 'web';
  const link = (path: string) => (isApp ? `${baseUrl}${path}` : path);
  const course = coursePath(packageId);
  const nextPath = next === null ? course : text === null ? itemPath(packageId, next.id) : stepPath(packageId, next);
  return {
    platform,
    course: link(course),
    next: link(nextPath),
    media: isApp && text !== null ? listMedia(text).map((file) => ({ ...file, url: link(file.url) })) : [],
  };
}

function listMedia({ culture, sections }: CourseText): CourseLinks['media'] {
  const videos = sections
    .flatMap(({ lessons }) => lessons)
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.kind === 'video' && block.url !== null ? [{ ...block, url: block.url }] : []));
  return videos.flatMap(({ url, poster, captions }) => [
    { url, type: 'video' as const, culture },
    ...(poster === null ? [] : [{ url: poster, type: 'poster' as const, culture }]),
    ...captions
      .filter((cue) => cue.culture === culture)
      .map((cue) => ({ url: cue.url, type: 'captions' as const, culture })),
  ]);
}
