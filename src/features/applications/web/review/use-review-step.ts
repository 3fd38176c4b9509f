import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '#platform/web/client/client.ts';
import type { Application } from '#features/applications/shared/application.ts';
import { cacheApplication, refreshApplications } from '#features/applications/web/queries.ts';

interface StepOptions {
  onTaken: (application: Application) => void;
  onError: (error: unknown) => void;
}

/** Takes a step; retries use the same key. Afterwards the application and the lists are refreshed. */
export function useReviewStep({ onTaken, onError }: StepOptions) {
  const key = useRef(crypto.randomUUID());
  return useMutation({
    mutationFn: (take: (key: string) => Promise<Application>) => take(key.current),
    onSuccess: (next) => {
      key.current = crypto.randomUUID();
      cacheApplication(next);
      onTaken(next);
      return refreshApplications();
    },
    onError: (error) => {
      onError(error);
      if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return;
      // The step was rejected, so the next attempt needs a new key.
      key.current = crypto.randomUUID();
      return refreshApplications();
    },
  });
}
