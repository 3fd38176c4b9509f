import { useFamilyCards } from '#features/certifications/web/queries.ts';
import type { ChildUpdates } from '#features/family/web/children/child-updates.ts';
import { FamilyScreen } from '#features/family/web/family-screen.tsx';
import { fillFormPath } from '#features/forms/web/paths.ts';
import { useDrafts } from '#features/forms/web/list/list-queries.ts';
import { useFamilyCourses } from '#features/learning/web/queries.ts';
import { useFamilyDives } from '#features/logbook/web/queries.ts';
import { renderBirthdateForm } from './render-birthdate-form.tsx';

interface QueryResult<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** The family page with each child's courses, forms to sign, dives and cards. */
export function FamilyPage() {
  const drafts = toChildUpdates(useDrafts(), (all) =>
    all
      .filter(({ isOwn }) => !isOwn)
      .map(({ affiliateId, id, name, waitsFor, state }) => ({
        affiliateId,
        id,
        name,
        waitsFor,
        isSigning: state === 'signing',
        path: fillFormPath(id, affiliateId),
      })),
  );
  const courses = toChildUpdates(useFamilyCourses(), (children) =>
    children.flatMap((child) =>
      child.courses.map(({ packageId, title, lessonsDone, lessonsTotal, completedDate, next }) => ({
        affiliateId: child.affiliateId,
        id: packageId,
        title,
        share: completedDate !== null ? 1 : lessonsTotal === 0 ? 0 : lessonsDone / lessonsTotal,
        isDone: completedDate !== null,
        next: next?.title ?? null,
      })),
    ),
  );
  const dives = toChildUpdates(useFamilyDives(), (children) =>
    children.map(({ affiliate_id: affiliateId, last, ...counts }) => ({
      affiliateId,
      ...counts,
      last: last && { title: last.dive_title, day: last.dive_date, place: last.dive_location },
    })),
  );
  const cards = toChildUpdates(useFamilyCards(), (all) =>
    all
      .filter(({ isRevoked }) => !isRevoked)
      .map(({ affiliateId, licenseID, levelID, levelName, hasECard }) => ({
        affiliateId,
        id: licenseID,
        name: levelName,
        path: `/certifications/${hasECard ? `ecard/${licenseID}/${levelID}` : 'list'}?for=${affiliateId}`,
      })),
  );
  return <FamilyScreen updates={{ forms: drafts, courses, dives, cards }} birthdateForm={renderBirthdateForm} />;
}

function toChildUpdates<Data, Item extends { affiliateId: number }>(
  { data, error, isFetching, refetch }: QueryResult<Data>,
  read: (data: Data) => Item[],
): ChildUpdates<Item> {
  return {
    items: data === undefined ? undefined : read(data),
    hasFailed: error !== null,
    isBusy: isFetching,
    retry: () => void refetch(),
  };
}
