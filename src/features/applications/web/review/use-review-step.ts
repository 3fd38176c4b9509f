import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '#platform/web/client/client.ts';
import type { Application } from '#features/applications/shared/application.ts';
import { cacheApplication, refreshApplications } from '#features/applications/web/queries.ts';

interface StepOptions {
  onTaken: (application: Application) => void;
  onRefused: (error: unknown) => void;
}

/** Takes a step: however often it has to be sent, it is one. Then this application and the lists are read again. */
export function useReviewStep({ onTaken, onRefused }: StepOptions) {
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
      onRefused(error);
      if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return;
      // It was not taken: the next try is another one.
      key.current = crypto.randomUUID();
      return refreshApplications();
    },
  });
}
