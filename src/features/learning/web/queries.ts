import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { gql } from '#platform/web/client/gql.ts';
import { onReconnect, subscribe } from '#platform/web/client/subscriptions.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { hasRecords } from '#platform/web/sync/draft-cleanup.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { toCulture } from '#features/learning/shared/rules.ts';
import { catalogueClient, codeClient, learningClient, recordClient } from './client.ts';
import { getLearnerId } from './learner-paths.ts';

export const learningKey = ['learning'] as const;

export const onLearningChange = gql('subscription { onLearningChange { packageId what } }');

export function refreshLearning(): void {
  void currentQueryClient().invalidateQueries({ queryKey: learningKey });
}

/** Refreshes learning data after changes elsewhere, for example by another device or the instructor. */
export function useLearningUpdates(): void {
  useEffect(() => {
    // Any learning screen sends items that an earlier visit left in the outbox.
    if (hasRecords()) void import('./player/learning-outbox.ts').then(({ startOutbox }) => startOutbox());
    const stops = [subscribe(onLearningChange, refreshLearning), onReconnect(refreshLearning)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

/** Language in which courses are requested. */
export function currentCulture() {
  return toCulture(currentLocale());
}

export function useEntitlements(affiliateId: number) {
  const culture = currentCulture();
  return useQuery({
    queryKey: [...learningKey, 'entitlements', affiliateId, culture],
    queryFn: () => learningClient('GET v2/entitlements/{affiliateId}', { params: { affiliateId }, query: { culture } }),
  });
}

/** Instructor-development courses that the person owns or is offered, with their progress. */
export function useInstructorDevelopment() {
  const culture = currentCulture();
  const affiliateId = currentToken()?.affiliateId ?? 0;
  return useQuery({
    queryKey: [...learningKey, 'instructor-development', affiliateId, culture],
    queryFn: async () => {
      const [offered, own] = await Promise.all([
        learningClient('GET v2/courses', { query: { culture, tag: 'idc' } }),
        learningClient('GET v2/entitlements/{affiliateId}', {
          params: { affiliateId },
          query: { culture, filter: 'idc' },
        }),
      ]);
      return offered.map((course) => ({
        offered: course,
        own: own.find(({ packageId }) => packageId === course.packageId) ?? null,
      }));
    },
  });
}

export function useFamilyCourses() {
  const culture = currentCulture();
  return useQuery({
    queryKey: [...learningKey, 'family', culture],
    queryFn: () => learningClient('GET v2/family', { query: { culture } }),
  });
}

export function useCourse(packageId: string) {
  const culture = currentCulture();
  const affiliateId = getLearnerId();
  return useQuery({
    queryKey: [...learningKey, 'course', packageId, culture, affiliateId],
    queryFn: () =>
      learningClient('GET v2/courses/{packageId}', { params: { packageId }, query: { culture, affiliateId } }),
  });
}

export function useCourseDetails(packageId: string) {
  const culture = currentCulture();
  return useQuery({
    queryKey: [...learningKey, 'details', packageId, culture],
    queryFn: () => learningClient('GET v2/courses/{packageId}/details', { params: { packageId }, query: { culture } }),
  });
}

export function lessonQueryOptions(packageId: string, id: string) {
  const culture = currentCulture();
  const [section = '', lesson = ''] = id.split('/');
  const affiliateId = getLearnerId();
  return {
    queryKey: [...learningKey, 'lesson', packageId, id, culture, affiliateId],
    queryFn: () =>
      learningClient('GET v2/courses/{packageId}/lessons/{section}/{lesson}', {
        params: { packageId, section, lesson },
        query: { culture, affiliateId },
      }),
  };
}

export function useCourseReport(packageId: string | undefined) {
  const culture = currentCulture();
  return useQuery({
    queryKey: [...learningKey, 'report', packageId, culture],
    queryFn:
      packageId === undefined
        ? skipToken
        : () => learningClient('GET v2/courses/{packageId}/report', { params: { packageId }, query: { culture } }),
  });
}

export function useAssessmentResults(id: string, affiliateId?: number) {
  const culture = currentCulture();
  return useQuery({
    queryKey: [...learningKey, 'results', id, affiliateId, culture],
    queryFn: () =>
      learningClient('GET v2/courses/{id}/assessmentresults', { params: { id }, query: { culture, affiliateId } }),
    retry: false,
  });
}

export function useERecord(packageId: string, affiliateId?: number) {
  const culture = currentCulture();
  return useQuery({
    queryKey: [...learningKey, 'record', packageId, affiliateId, culture],
    queryFn: () =>
      recordClient('GET v2/courses/{packageId}/eRecord', { params: { packageId }, query: { culture, affiliateId } }),
    retry: false,
  });
}

/** The courses that the person's students take. */
export function useStudentCount() {
  return useQuery({
    queryKey: [...learningKey, 'student-count'],
    queryFn: async () => (await recordClient('GET v2/students/count')).count,
  });
}

export function useOtherCourses() {
  const culture = currentCulture();
  return useQuery({
    queryKey: [...learningKey, 'other', culture],
    queryFn: () => codeClient('POST journey/routing/othercourses', { body: { culture } }),
  });
}

export function useSpecialties() {
  const culture = currentCulture();
  return useQuery({
    queryKey: [...learningKey, 'specialties', culture],
    queryFn: () => learningClient('GET v2/specialties', { query: { culture } }),
  });
}

export function useOffers(sub: string, { isEnabled = true } = {}) {
  const culture = currentCulture();
  return useQuery({
    enabled: isEnabled,
    queryKey: [...learningKey, 'offers', culture],
    queryFn: () => catalogueClient('GET offer/recommendation', { query: { sub, culture } }),
  });
}

export function useUnredeemedCodes() {
  return useQuery({ queryKey: [...learningKey, 'unredeemed'], queryFn: () => codeClient('GET codes/unredeemed') });
}

export function useElearning(isEnabled: boolean) {
  const affiliateId = getLearnerId();
  return useQuery({
    queryKey: [...learningKey, 'elearning', affiliateId],
    queryFn: () => learningClient('GET v2/elearning', { query: { affiliateId } }),
    enabled: isEnabled,
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? 2_000 : false),
  });
}
