import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { recordClient } from '#features/learning/web/client.ts';
import { currentCulture, learningKey } from '#features/learning/web/queries.ts';

interface StudentFilter {
  /** By default the course with most students. */
  course: string | undefined;
  search: string;
}

export function useStudents(isEnabled: boolean, { course, search }: StudentFilter) {
  const culture = currentCulture();
  return useInfiniteQuery({
    queryKey: [...learningKey, 'students', culture, course ?? '', search],
    queryFn: ({ pageParam: offset }) => recordClient('GET v2/students', { query: { culture, course, search, offset } }),
    initialPageParam: 0,
    getNextPageParam: ({ items, total }, _pages, offset) =>
      items.length > 0 && offset + items.length < total ? offset + items.length : undefined,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/** The courses of a student; null asks for none. */
export function useStudentCourses(affiliateId: number | null) {
  const culture = currentCulture();
  return useQuery({
    queryKey: [...learningKey, 'student-courses', affiliateId, culture],
    queryFn:
      affiliateId === null
        ? skipToken
        : () => recordClient('GET v2/students/{affiliateId}', { params: { affiliateId }, query: { culture } }),
  });
}
